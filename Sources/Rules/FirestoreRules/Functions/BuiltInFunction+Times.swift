import FirestoreModel

extension BuiltInFunction {
    func makeTimestamp(_ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .timestampDate:
            guard arguments.count == 3, case .int(let year) = arguments[0],
                case .int(let month) = arguments[1],
                case .int(let day) = arguments[2]
            else { return nil }
            return .timestamp(try Timestamp(year: year, month: month, day: day))
        default:
            if let milliseconds = arguments.onlyInt {
                let (seconds, rest) = milliseconds.dividedRoundingDown(by: 1000)
                guard Timestamp.secondsRange.contains(seconds) else { throw .error(.timestampOutOfRange) }
                return .timestamp(Timestamp(seconds: seconds, nanoseconds: Int32(rest) * 1_000_000))
            }
            guard let text = arguments.onlyString else { return nil }
            guard let time = Timestamp(lenientText: text) else { throw .error(.timestampOutOfRange) }
            return .timestamp(time)
        }
    }

    func makeDuration(_ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .durationValue:
            guard arguments.count == 2, case .int(let amount) = arguments[0],
                case .string(let unit) = arguments[1]
            else { return nil }
            return .duration(try RuleDuration(amount, unit))
        case .durationTime:
            guard arguments.count == 4, case .int(let hours) = arguments[0],
                case .int(let minutes) = arguments[1], case .int(let seconds) = arguments[2],
                case .int(let nanoseconds) = arguments[3]
            else { return nil }
            do throws(EvaluationFailure) {
                let sum = try RuleDuration(hours, "h").adding(RuleDuration(minutes, "m"))
                return .duration(
                    try sum.adding(RuleDuration(seconds, "s")).adding(RuleDuration(nanoseconds, "ns")))
            } catch {
                // The text is Google's.
                throw .error(.timestampOutOfRange)
            }
        default:
            guard arguments.count == 1, case .duration(let duration) = arguments[0] else { return nil }
            return .duration(duration < RuleDuration(seconds: 0) ? duration.negated : duration)
        }
    }

    func makePoint(_ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue? {
        guard arguments.count == 2, let latitude = arguments[0].number, let longitude = arguments[1].number
        else { return nil }
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
            throw .error(.pointOutOfRange(latitude: latitude, longitude: longitude))
        }
        return .latlng(GeoPoint(latitude: latitude, longitude: longitude))
    }
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
    /// So many of a unit.
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
