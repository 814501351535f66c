/// The latest decisions of security rules, in bounded memory. A value.
package struct RecentDecisions<Decision: Sendable>: Sendable {
    private struct Entry: Sendable {
        let number: Int
        let decision: Decision
        let isAllowed: Bool
    }

    /// The latest decisions, but for those in the background.
    private var latest: DecisionRing<Entry>
    /// Denials from before them: what a device that listens is allowed to comes a hundred times before anybody has looked.
    private var denials: DecisionRing<Entry>
    /// Reads that nobody has asked for have room of their own, so that they do not drive out the others.
    private var background: DecisionRing<Entry>
    private var count = 0

    /// Remembers nothing yet.
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
    ///   - isBackground: Whether it was allowed, and nobody has asked for it.
    ///   - make: Makes the decision, with the number that it gets: they are counted from 1.
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
