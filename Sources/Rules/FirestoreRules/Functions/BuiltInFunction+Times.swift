import FirestoreModel

extension BuiltInFunction {
    /// Functions of the packages `timestamp` and `duration`.
    static let times: [BuiltInFunction] = [
        BuiltInFunction(
            "timestamp.date", "The beginning of a day in UTC, from year, month and day.",
            [[.int, .int, .int]],
            gives: [.timestamp]
        ) { arguments throws(EvaluationFailure) in
            guard let numbers = arguments.integers(3) else { return nil }
            return .timestamp(try Timestamp(year: numbers[0], month: numbers[1], day: numbers[2]))
        },
        BuiltInFunction(
            "timestamp.value",
            "The time of a number of milliseconds since 1970, or of a text such as '2024-05-01T00:00:00Z'.",
            [[.int], [.string]],
            gives: [.timestamp]
        ) { arguments throws(EvaluationFailure) in
            if let milliseconds = arguments.onlyInt {
                let (seconds, rest) = milliseconds.dividedRoundingDown(by: 1000)
                guard Timestamp.secondsRange.contains(seconds) else { throw .error(.timestampOutOfRange) }
                return .timestamp(Timestamp(seconds: seconds, nanoseconds: Int32(rest) * 1_000_000))
            }
            guard let text = arguments.onlyString else { return nil }
            guard let time = Timestamp(lenientText: text) else { throw .error(.timestampOutOfRange) }
            return .timestamp(time)
        },
        BuiltInFunction(
            "duration.value", "A duration of so many weeks, days, hours, …: w, d, h, m, s, ms or ns.",
            [[.int, .string]],
            gives: [.duration]
        ) { arguments throws(EvaluationFailure) in
            guard arguments.count == 2, case .int(let amount) = arguments[0],
                case .string(let unit) = arguments[1]
            else { return nil }
            return .duration(try RuleDuration(amount, unit))
        },
        BuiltInFunction(
            "duration.time", "A duration of hours, minutes, seconds and nanoseconds.",
            [[.int, .int, .int, .int]],
            gives: [.duration]
        ) { arguments throws(EvaluationFailure) in
            guard let numbers = arguments.integers(4) else { return nil }
            do throws(EvaluationFailure) {
                let sum = try RuleDuration(numbers[0], "h").adding(RuleDuration(numbers[1], "m"))
                return .duration(
                    try sum.adding(RuleDuration(numbers[2], "s")).adding(RuleDuration(numbers[3], "ns")))
            } catch {
                // The text is Google's.
                throw .error(.timestampOutOfRange)
            }
        },
        BuiltInFunction(
            "duration.abs", "A duration without its sign.", [[.duration]], gives: [.duration]
        ) { arguments throws(EvaluationFailure) in
            guard case .duration(let duration) = arguments.only else { return nil }
            return .duration(duration < RuleDuration(seconds: 0) ? duration.negated : duration)
        },
    ]

    /// Functions of the package `latlng`.
    static let points: [BuiltInFunction] = [
        BuiltInFunction(
            "latlng.value", "The point at a latitude and a longitude, in degrees.", [[.number, .number]],
            gives: [.latlng]
        ) { arguments throws(EvaluationFailure) in
            guard arguments.count == 2, let latitude = arguments[0].number,
                let longitude = arguments[1].number
            else { return nil }
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
                throw .error(.pointOutOfRange(latitude: latitude, longitude: longitude))
            }
            return .latlng(GeoPoint(latitude: latitude, longitude: longitude))
        }
    ]
}

extension Timestamp {
    fileprivate init(year: Int64, month: Int64, day: Int64) throws(EvaluationFailure) {
        guard (1...9999).contains(year) else { throw .error(.yearOutOfRange(year)) }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.exists else { throw .error(.noSuchDate(date)) }
        self.init(seconds: date.days * 86_400, nanoseconds: 0)
    }
}

extension RuleDuration {
    /// A number of units.
    fileprivate init(_ amount: Int64, _ unit: String) throws(EvaluationFailure) {
        let (factor, isWhole): (Int64, Bool) =
            switch unit {
            case "w": (604_800, true)
            case "d": (86_400, true)
            case "h": (3600, true)
            case "m": (60, true)
            case "s": (1, true)
            case "ms": (1_000_000, false)
            case "ns": (1, false)
            // The text is Google's.
            default: throw .error(.invalidPattern(unit))
            }
        let (total, overflow) = amount.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw .error(.durationOutOfRange) }
        self = try .checked(seconds: isWhole ? total : 0, nanoseconds: isWhole ? 0 : total)
    }
}
