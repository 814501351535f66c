import EmulatorAccess
import FirestoreRules
import Synchronization

/// The latest decisions of a project's rules, in bounded memory.
final class DecisionLog: Sendable {
    /// A decision that keeps more bytes than this alive is explained at once, so that only the explanation is kept.
    private static let largestRecord = 256 << 10

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
    func append(
        _ record: @autoclosure () -> KeptDecision, by rules: ProjectRules, isBackground: Bool
    ) -> Int? {
        guard capacity > 0 || onDecision != nil, let plan = rules.plan else { return nil }
        var record = record()
        var isLarge = capacity > 0 && !record.fits(within: DecisionLog.largestRecord, of: plan)
        if isLarge, record.isAllowed {
            record = record.ofFirstOperation
            isLarge = !record.fits(within: DecisionLog.largestRecord, of: plan)
        }
        let content: RuleDecision.Content =
            isLarge
            ? .explained(Explanation(record, by: plan, rules.ruleset.source), rules)
            : .recorded(record, plan, rules)
        let decision = recent.withLock { recent in
            recent.append(isAllowed: record.isAllowed, isBackground: isBackground) { number in
                RuleDecision(
                    number: number, project: project, time: record.time, isAllowed: record.isAllowed,
                    isBackground: isBackground, content: content)
            }
        }
        onDecision?(decision)
        return capacity > 0 ? decision.number : nil
    }
}
