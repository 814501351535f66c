/// A bounded number of decisions, of which the oldest is overwritten first. A value.
struct DecisionRing<Decision: Sendable>: Sendable {
    private let capacity: Int
    private var stored: [Decision] = []
    private var oldest = 0

    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// The decisions, the oldest first.
    var decisions: [Decision] { Array(stored[oldest...] + stored[..<oldest]) }

    /// Keeps a decision.
    ///
    /// - Returns: The decision that has given way to it, if any.
    mutating func append(_ decision: Decision) -> Decision? {
        if stored.count < capacity {
            stored.append(decision)
            return nil
        }
        if capacity == 0 { return nil }
        let overwritten = stored[oldest]
        stored[oldest] = decision
        oldest = (oldest + 1) % capacity
        return overwritten
    }
}
