/// How many of a series of times were at most as long as each of some bounds.
public struct LatencyHistogram: Sendable, Equatable {
    /// The upper bounds of the buckets, in milliseconds. Longer times are in none.
    public let bounds: [Int64]
    /// The number of times up to each bound.
    public private(set) var counts: [Int]
    /// The number of times.
    public private(set) var count = 0
    /// Their sum, in milliseconds.
    public private(set) var total = 0.0

    init(bounds: [Int64]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count)
    }

    mutating func add(_ milliseconds: Double) {
        let latency = max(milliseconds, 0)
        for index in bounds.indices where latency <= Double(bounds[index]) { counts[index] += 1 }
        count += 1
        total += latency
    }
}
