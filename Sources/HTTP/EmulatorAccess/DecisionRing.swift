/// A bounded number of decisions. A new one replaces the oldest.
struct DecisionRing<Decision: Sendable>: Sendable {
    private let capacity: Int
    private var stored: [Decision] = []
    private var oldest = 0

    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// The decisions, the oldest first.
    var decisions: [Decision] { Array(stored[oldest...] + stored[..<oldest]) }

    /// Adds a decision.
    ///
    /// - Returns: The decision that it replaces, if any.
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
