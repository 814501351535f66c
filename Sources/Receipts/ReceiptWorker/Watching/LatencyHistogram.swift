/// How long receipts took from being taken in to being written.
public struct LatencyHistogram: Sendable, Equatable {
    /// The upper bounds of the buckets, in milliseconds; what is beyond the last one is in none.
    public static let bounds: [Int64] = [
        100, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 3_600_000,
    ]

    /// How many there were up to each bound.
    public private(set) var counts = Array(repeating: 0, count: bounds.count)
    /// How many there were in all.
    public private(set) var count = 0
    /// All of them together, in milliseconds.
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
