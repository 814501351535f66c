import FirestoreModel

/// A stretch of time with the precision of a nanosecond.
package struct RuleDuration: Hashable, Sendable {
    /// Whole seconds, cut off towards zero.
    package var seconds: Int64
    /// The rest, with the sign of the whole.
    package var nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The seconds that a duration may have, either way.
    private static let range: ClosedRange<Int64> = -315_576_000_000...315_576_000_000

    /// Any number of seconds and nanoseconds.
    ///
    /// - Throws: an error when they do not fit.
    package static func checked(
        seconds: Int64, nanoseconds: Int64
    ) throws(EvaluationFailure) -> RuleDuration {
        let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var (whole, overflow) = seconds.addingReportingOverflow(carry)
        var fraction = rest
        if whole > 0, fraction < 0 { (whole, fraction) = (whole - 1, fraction + 1_000_000_000) }
        if whole < 0, fraction > 0 { (whole, fraction) = (whole + 1, fraction - 1_000_000_000) }
        guard !overflow, range.contains(whole) else { throw .error(.durationOutOfRange) }
        return RuleDuration(seconds: whole, nanoseconds: Int32(fraction))
    }

    package var negated: RuleDuration { RuleDuration(seconds: 0 &- seconds, nanoseconds: 0 &- nanoseconds) }

    package func adding(_ other: RuleDuration) throws(EvaluationFailure) -> RuleDuration {
        try .checked(
            seconds: seconds &+ other.seconds, nanoseconds: Int64(nanoseconds) + Int64(other.nanoseconds))
    }
}

extension RuleDuration: Comparable {
    package static func < (left: RuleDuration, right: RuleDuration) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp {
    /// The time after a duration.
    ///
    /// - Throws: an error outside of the years 1 to 9999.
    func adding(_ duration: RuleDuration) throws(EvaluationFailure) -> Timestamp {
        let sum = Timestamp(
            seconds: seconds &+ duration.seconds, nanoseconds: nanoseconds + duration.nanoseconds)
        guard Timestamp.secondsRange.contains(sum.seconds) else { throw .error(.timestampOutOfRange) }
        return sum
    }

    /// The duration from another time to this one.
    func duration(since other: Timestamp) throws(EvaluationFailure) -> RuleDuration {
        try .checked(
            seconds: seconds &- other.seconds, nanoseconds: Int64(nanoseconds) - Int64(other.nanoseconds))
    }
}
