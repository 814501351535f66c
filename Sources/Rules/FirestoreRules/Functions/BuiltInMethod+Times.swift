import FirestoreModel

extension BuiltInMethod {
    /// Methods of timestamps and durations.
    static let times: [BuiltInMethod] = [
        BuiltInMethod(
            "date", "The beginning of the day in UTC.", on: [.timestamp: [[]]], gives: [.timestamp]
        ) { receiver, arguments, _ throws(EvaluationFailure) in
            guard case .timestamp(let time) = receiver, arguments.isEmpty else { return nil }
            return .timestamp(Timestamp(seconds: time.day * 86_400, nanoseconds: 0))
        },
        BuiltInMethod(
            "time", "The duration since the beginning of the day in UTC.", on: [.timestamp: [[]]],
            gives: [.duration]
        ) { receiver, arguments, _ throws(EvaluationFailure) in
            guard case .timestamp(let time) = receiver, arguments.isEmpty else { return nil }
            return .duration(RuleDuration(seconds: time.secondOfDay, nanoseconds: time.nanoseconds))
        },
        part("year", "The year in UTC.") { CivilDate(days: $0.day).year },
        part("month", "The month in UTC, from 1 to 12.") { CivilDate(days: $0.day).month },
        part("day", "The day of the month in UTC, from 1 to 31.") { CivilDate(days: $0.day).day },
        // 1970-01-01 was a Thursday, the fourth day.
        part("dayOfWeek", "The day of the week in UTC, from 1 for Monday to 7.") {
            ($0.day + 3).dividedRoundingDown(by: 7).remainder + 1
        },
        part("dayOfYear", "The day of the year in UTC, from 1 to 366.") {
            $0.day - CivilDate(year: CivilDate(days: $0.day).year, month: 1, day: 1).days + 1
        },
        part("hours", "The hour in UTC, from 0 to 23.") { $0.secondOfDay / 3600 },
        part("minutes", "The minute in UTC, from 0 to 59.") { $0.secondOfDay / 60 % 60 },
        part("toMillis", "The milliseconds since 1970.") {
            $0.seconds * 1000 + Int64($0.nanoseconds) / 1_000_000
        },
        part(
            "seconds", "The seconds of a duration, or the second of a time, from 0 to 59.",
            ofDuration: \.seconds
        ) {
            $0.secondOfDay % 60
        },
        part("nanos", "The nanoseconds after the last full second.", ofDuration: { Int64($0.nanoseconds) }) {
            Int64($0.nanoseconds)
        },
    ]

    private static func part(
        _ name: String, _ documentation: String, _ part: @escaping @Sendable (Timestamp) -> Int64
    ) -> BuiltInMethod {
        BuiltInMethod(name, documentation, on: [.timestamp: [[]]], gives: [.int]) {
            receiver, arguments, _ throws(EvaluationFailure) in
            guard case .timestamp(let time) = receiver, arguments.isEmpty else { return nil }
            return .int(part(time))
        }
    }

    private static func part(
        _ name: String, _ documentation: String, ofDuration: @escaping @Sendable (RuleDuration) -> Int64,
        _ part: @escaping @Sendable (Timestamp) -> Int64
    ) -> BuiltInMethod {
        BuiltInMethod(name, documentation, on: [.duration: [[]], .timestamp: [[]]], gives: [.int]) {
            receiver, arguments, _ throws(EvaluationFailure) in
            guard arguments.isEmpty else { return nil }
            switch receiver {
            case .timestamp(let time): return .int(part(time))
            case .duration(let duration): return .int(ofDuration(duration))
            default: return nil
            }
        }
    }
}

extension Timestamp {
    /// Days since 1970 in UTC.
    fileprivate var day: Int64 { seconds.dividedRoundingDown(by: 86_400).quotient }
    fileprivate var secondOfDay: Int64 { seconds.dividedRoundingDown(by: 86_400).remainder }
}
