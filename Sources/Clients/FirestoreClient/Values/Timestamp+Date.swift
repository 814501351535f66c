public import FirestoreModel

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Timestamp {
    /// Creates the time of a date, rounded to a microsecond, the precision of Firestore.
    ///
    /// A date outside the range of timestamps becomes the nearest timestamp.
    public init(date: Date) {
        let range = Timestamp.secondsRange
        // Relative to Foundation's own epoch, 2001, a Double represents the microseconds of present dates exactly.
        let interval = date.timeIntervalSinceReferenceDate
        let whole = interval.rounded(.down)
        let lowest = Double(range.lowerBound) - Date.timeIntervalBetween1970AndReferenceDate
        let highest = Double(range.upperBound) - Date.timeIntervalBetween1970AndReferenceDate
        if !(whole >= lowest) {
            self.init(seconds: range.lowerBound, nanoseconds: 0)
        } else if whole > highest {
            self.init(seconds: range.upperBound, nanoseconds: 999_999_000)
        } else {
            let microseconds = Int32(((interval - whole) * 1_000_000).rounded())
            let seconds = Int64(whole) + Int64(Date.timeIntervalBetween1970AndReferenceDate)
            let time = Timestamp(seconds: seconds, nanoseconds: microseconds * 1000)
            self =
                time.seconds > range.upperBound
                ? Timestamp(seconds: range.upperBound, nanoseconds: 999_999_000) : time
        }
    }

    /// The time as a date, precise to about a microsecond.
    ///
    /// - Returns: The date.
    public func dateValue() -> Date {
        let epoch = Int64(Date.timeIntervalBetween1970AndReferenceDate)
        return Date(timeIntervalSinceReferenceDate: Double(seconds - epoch) + Double(nanoseconds) / 1e9)
    }
}
