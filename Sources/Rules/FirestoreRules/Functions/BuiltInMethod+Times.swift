import FirestoreModel

extension BuiltInMethod {
    func call(on time: Timestamp) throws(EvaluationFailure) -> RuleValue? {
        let (days, second) = time.seconds.dividedRoundingDown(by: 86_400)
        switch self {
        case .date: return .timestamp(Timestamp(seconds: days * 86_400, nanoseconds: 0))
        case .time: return .duration(RuleDuration(seconds: second, nanoseconds: time.nanoseconds))
        case .year: return .int(CivilDate(days: days).year)
        case .month: return .int(CivilDate(days: days).month)
        case .day: return .int(CivilDate(days: days).day)
        // 1970-01-01 was a Thursday, the fourth day.
        case .dayOfWeek: return .int((days + 3).dividedRoundingDown(by: 7).remainder + 1)
        case .dayOfYear:
            return .int(days - CivilDate(year: CivilDate(days: days).year, month: 1, day: 1).days + 1)
        case .hours: return .int(second / 3600)
        case .minutes: return .int(second / 60 % 60)
        case .seconds: return .int(second % 60)
        case .nanos: return .int(Int64(time.nanoseconds))
        case .toMillis: return .int(time.seconds * 1000 + Int64(time.nanoseconds) / 1_000_000)
        default: return nil
        }
    }

    func call(on duration: RuleDuration) -> RuleValue? {
        switch self {
        case .seconds: .int(duration.seconds)
        case .nanos: .int(Int64(duration.nanoseconds))
        default: nil
        }
    }
}
