import EmulatorAccess
import FirestoreRules
import Synchronization

/// The latest decisions of a project's rules, in bounded memory.
final class DecisionLog: Sendable {
    /// The maximum size of a decision that is kept to be explained later. A larger one is explained at once, and only the
    /// explanation is kept.
    private static let largestDecision = 256 << 10
    /// The same for the effort to repeat it.
    private static let largestEffort = 1000

    private let project: String
    private let capacity: Int
    private let onDecision: (@Sendable (RuleDecision) -> Void)?
    private let recent: Mutex<RecentDecisions<RuleDecision>>

    init(project: String, capacity: Int, onDecision: (@Sendable (RuleDecision) -> Void)?) {
        self.project = project
        self.capacity = capacity
        self.onDecision = onDecision
        recent = Mutex(RecentDecisions(capacity: capacity))
    }

    /// The decisions, the oldest first.
    var decisions: [RuleDecision] {
        recent.withLock(\.decisions)
    }

    /// Stores a decision.
    ///
    /// - Parameter isBackground: Whether it allowed a background read.
    /// - Returns: Its number; nil if it is not kept.
    func append(_ decided: DecidedRequest, by rules: PlannedRules, isBackground: Bool) -> Int? {
        guard capacity > 0 || onDecision != nil else { return nil }
        let content = content(decided, by: rules)
        let decision = recent.withLock { recent in
            recent.append(isAllowed: decided.isAllowed, isBackground: isBackground) { number in
                RuleDecision(
                    number: number, project: project, time: decided.request.time,
                    isAllowed: decided.isAllowed, isBackground: isBackground, content: content)
            }
        }
        onDecision?(decision)
        return capacity > 0 ? decision.number : nil
    }

    private func content(_ decided: DecidedRequest, by rules: PlannedRules) -> RuleDecision.Content {
        // If decisions are not kept, it is explained now or never.
        if capacity == 0 { return .decided(decided, rules) }
        // The operations of a large request that was allowed are mostly alike: if the first ones are too large, one must do.
        for count in decided.isAllowed ? [KeptDecision.maximumOperations, 1] : [decided.operationCount] {
            let part = decided.first(count)
            if part.effort <= DecisionLog.largestEffort, part.size <= DecisionLog.largestDecision {
                return .decided(part, rules)
            }
        }
        let part = decided.isAllowed ? decided.first(1) : decided
        return .explained(part.explanation(by: rules), rules)
    }
}
