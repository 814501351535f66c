/// The latest decisions of security rules, in bounded memory. A value.
package struct RecentDecisions<Decision: Sendable>: Sendable {
    private struct Entry: Sendable {
        let number: Int
        let decision: Decision
        let isAllowed: Bool
    }

    /// The latest decisions, except background ones.
    private var latest: DecisionRing<Entry>
    /// Denials from before them: a listening device causes a hundred allowed reads before anybody looks.
    private var denials: DecisionRing<Entry>
    /// Automatic reads are kept apart, so that they do not drive out the others.
    private var background: DecisionRing<Entry>
    private var count = 0

    /// Creates an empty memory.
    ///
    /// - Parameter capacity: How many decisions are remembered, as many denials from before them, and as many in the background.
    package init(capacity: Int) {
        latest = DecisionRing(capacity: capacity)
        denials = DecisionRing(capacity: capacity)
        background = DecisionRing(capacity: capacity)
    }

    /// The decisions, the oldest first.
    package var decisions: [Decision] {
        let asked = denials.decisions + latest.decisions
        let others = background.decisions
        if others.isEmpty { return asked.map(\.decision) }
        return (asked + others).sorted { $0.number < $1.number }.map(\.decision)
    }

    /// Remembers a decision.
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the request was allowed.
    ///   - isBackground: Whether it was an allowed automatic read.
    ///   - make: Creates the decision with its number, counted from 1.
    package mutating func append(
        isAllowed: Bool, isBackground: Bool = false, _ make: (Int) -> Decision
    ) -> Decision {
        count += 1
        let decision = make(count)
        let entry = Entry(number: count, decision: decision, isAllowed: isAllowed)
        if isBackground {
            _ = background.append(entry)
            return decision
        }
        let overwritten = latest.append(entry)
        if let overwritten, !overwritten.isAllowed { _ = denials.append(overwritten) }
        return decision
    }
}

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
