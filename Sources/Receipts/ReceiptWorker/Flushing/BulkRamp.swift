/// Limits writes per second: 500 at first, half as many again every five minutes, up to 10,000.
///
/// Source: <https://firebase.google.com/docs/firestore/best-practices#ramping_up_traffic>, and the BulkWriter of Google's client libraries.
package struct BulkRamp: Sendable, Equatable {
    static let initialRate = 500.0
    static let growth = 1.5
    static let step: Int64 = 300_000
    static let maximumRate = 10_000.0

    private let start: Int64
    private var available: Double
    private var filledAt: Int64

    /// - Parameter now: The time in milliseconds.
    package init(at now: Int64) {
        start = now
        filledAt = now
        available = BulkRamp.initialRate
    }

    /// The number of writes per second allowed at a time.
    package func rate(at now: Int64) -> Double {
        var (rate, steps) = (BulkRamp.initialRate, max(now - start, 0) / BulkRamp.step)
        while steps > 0, rate < BulkRamp.maximumRate { (rate, steps) = (rate * BulkRamp.growth, steps - 1) }
        return min(rate, BulkRamp.maximumRate)
    }

    /// Reserves writes.
    ///
    /// - Returns: How many milliseconds to wait before sending them.
    package mutating func take(_ count: Int, at now: Int64) -> Int64 {
        let rate = rate(at: now)
        available = min(rate, available + Double(max(now - filledAt, 0)) / 1000 * rate)
        filledAt = max(filledAt, now)
        // Whoever reserves in advance waits for it.
        available -= Double(count)
        return available >= 0 ? 0 : Int64((-available / rate * 1000).rounded(.up))
    }
}
