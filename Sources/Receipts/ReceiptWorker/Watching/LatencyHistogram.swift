/// The time from storing receipts to writing them.
public struct LatencyHistogram: Sendable, Equatable {
    /// The upper bounds of the buckets, in milliseconds. Longer times are in none.
    public static let bounds: [Int64] = [
        100, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 3_600_000,
    ]

    /// The number of receipts up to each bound.
    public private(set) var counts = Array(repeating: 0, count: bounds.count)
    /// The number of receipts.
    public private(set) var count = 0
    /// The sum of the times, in milliseconds.
    public private(set) var total: Int64 = 0

    mutating func add(_ milliseconds: Int64) {
        let latency = max(milliseconds, 0)
        for index in LatencyHistogram.bounds.indices where latency <= LatencyHistogram.bounds[index] {
            counts[index] += 1
        }
        count += 1
        total += latency
    }
}
