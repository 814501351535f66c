/// A point in time, independent of any time zone, as Firestore stores it.
///
/// Firestore stores microseconds: the server cuts off the rest.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z; negative before it.
    public let seconds: Int64
    /// The fraction of the second, from 0 to 999,999,999, also before 1970.
    public let nanoseconds: Int32

    /// Creates a time from seconds and the nanoseconds that follow them.
    ///
    /// - Parameters:
    ///   - seconds: Whole seconds since the epoch.
    ///   - nanoseconds: The fraction; a value outside 0 ..< 1,000,000,000 is carried into the seconds.
    public init(seconds: Int64, nanoseconds: Int32) {
        let (carry, fraction) = Int64(nanoseconds).dividedRoundingDown(by: 1_000_000_000)
        self.seconds = seconds &+ carry
        self.nanoseconds = Int32(fraction)
    }

    /// Creates a time from microseconds since the epoch.
    package init(microseconds: Int64) {
        let (seconds, fraction) = microseconds.dividedRoundingDown(by: 1_000_000)
        self.init(seconds: seconds, nanoseconds: Int32(fraction) * 1000)
    }

    /// Microseconds since the epoch, rounded down, of a time that Firestore can store.
    package var microseconds: Int64 { seconds * 1_000_000 + Int64(nanoseconds) / 1000 }

    /// The same time, cut to microseconds as Firestore stores it.
    package var truncatedToMicroseconds: Timestamp {
        Timestamp(seconds: seconds, nanoseconds: nanoseconds / 1000 * 1000)
    }

    /// The same time, cut to milliseconds, the precision of server timestamps.
    package var truncatedToMilliseconds: Timestamp {
        Timestamp(seconds: seconds, nanoseconds: nanoseconds / 1_000_000 * 1_000_000)
    }

    /// The times that Firestore can store: from 0001-01-01T00:00:00Z to the end of the year 9999.
    package static let secondsRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The epoch.
    package static let zero = Timestamp(seconds: 0, nanoseconds: 0)

    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Int64 {
    /// Divides by a positive number, towards minus infinity; the remainder is never negative.
    package func dividedRoundingDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
