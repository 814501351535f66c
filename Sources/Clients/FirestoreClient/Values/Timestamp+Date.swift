public import FirestoreModel

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Timestamp {
    /// Creates the time of a date, to the nearest microsecond, which is what Firestore keeps.
    ///
    /// A date that no timestamp can hold becomes the nearest one that it can.
    public init(date: Date) {
        let range = Timestamp.secondsRange
        // Counted from Foundation's own epoch in 2001: a Double then keeps microseconds of present dates
        // exactly.
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

    /// The time as a date. A Double keeps it to about a microsecond.
    ///
    /// - Returns: The date.
    public func dateValue() -> Date {
        let epoch = Int64(Date.timeIntervalBetween1970AndReferenceDate)
        return Date(timeIntervalSinceReferenceDate: Double(seconds - epoch) + Double(nanoseconds) / 1e9)
    }
}
