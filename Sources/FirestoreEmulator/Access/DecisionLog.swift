import FirestoreRules
import Synchronization

/// The latest decisions of a project's rules, in bounded memory.
final class DecisionLog: Sendable {
    /// A decision that keeps more bytes than this alive is explained at once, so that only the explanation is kept.
    private static let largestRecord = 256 << 10

    private struct State {
        /// The decisions, of which the oldest is overwritten first.
        var decisions: [RuleDecision] = []
        var oldest = 0
        var count = 0
    }

    private let project: String
    private let capacity: Int
    private let onDecision: (@Sendable (RuleDecision) -> Void)?
    private let state = Mutex(State())

    init(project: String, capacity: Int, onDecision: (@Sendable (RuleDecision) -> Void)?) {
        self.project = project
        self.capacity = capacity
        self.onDecision = onDecision
    }

    /// The decisions, the oldest first.
    var decisions: [RuleDecision] {
        state.withLock { Array($0.decisions[$0.oldest...] + $0.decisions[..<$0.oldest]) }
    }

    /// Keeps a decision.
    func append(_ record: @autoclosure () -> KeptDecision, by rules: ProjectRules) {
        guard capacity > 0 || onDecision != nil, let plan = rules.plan else { return }
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
        let decision = state.withLock { state in
            state.count += 1
            let decision = RuleDecision(
                number: state.count, project: project, time: record.time, isAllowed: record.isAllowed,
                content: content)
            if state.decisions.count < capacity {
                state.decisions.append(decision)
            } else if capacity > 0 {
                state.decisions[state.oldest] = decision
                state.oldest = (state.oldest + 1) % capacity
            }
            return decision
        }
        onDecision?(decision)
    }
}
