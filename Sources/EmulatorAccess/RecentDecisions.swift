/// The latest decisions of security rules, in bounded memory. A value.
package struct RecentDecisions<Decision: Sendable>: Sendable {
    private struct Entry: Sendable {
        let decision: Decision
        let isAllowed: Bool
    }

    /// The latest decisions.
    private var latest: DecisionRing<Entry>
    /// Denials from before them: what a device that listens is allowed to comes a hundred times before anybody has looked.
    private var denials: DecisionRing<Entry>
    private var count = 0

    /// Remembers nothing yet.
    ///
    /// - Parameter capacity: How many decisions are remembered, and as many denials from before them.
    package init(capacity: Int) {
        latest = DecisionRing(capacity: capacity)
        denials = DecisionRing(capacity: capacity)
    }

    /// The decisions, the oldest first.
    package var decisions: [Decision] { (denials.decisions + latest.decisions).map(\.decision) }

    /// Remembers a decision.
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the request was allowed.
    ///   - make: Makes the decision, with the number that it gets: they are counted from 1.
    package mutating func append(isAllowed: Bool, _ make: (Int) -> Decision) -> Decision {
        count += 1
        let decision = make(count)
        let overwritten = latest.append(Entry(decision: decision, isAllowed: isAllowed))
        if let overwritten, !overwritten.isAllowed { _ = denials.append(overwritten) }
        return decision
    }
}
