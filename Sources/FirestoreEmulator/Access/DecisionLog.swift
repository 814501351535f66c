import FirestoreRules
import Synchronization

/// The latest decisions of a project's rules, in bounded memory.
final class DecisionLog: Sendable {
    /// A decision that keeps more bytes than this alive is explained at once, so that only the explanation is kept.
    private static let largestRecord = 256 << 10

    private struct State {
        /// The latest decisions.
        var latest: DecisionRing
        /// Denials from before them: what a device that listens is allowed to comes a hundred times before anybody has looked.
        var denials: DecisionRing
        var count = 0
    }

    private let project: String
    private let capacity: Int
    private let onDecision: (@Sendable (RuleDecision) -> Void)?
    private let state: Mutex<State>

    init(project: String, capacity: Int, onDecision: (@Sendable (RuleDecision) -> Void)?) {
        self.project = project
        self.capacity = capacity
        self.onDecision = onDecision
        state = Mutex(
            State(latest: DecisionRing(capacity: capacity), denials: DecisionRing(capacity: capacity)))
    }

    /// The decisions, the oldest first.
    var decisions: [RuleDecision] {
        state.withLock { $0.denials.decisions + $0.latest.decisions }
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
            if let overwritten = state.latest.append(decision), !overwritten.isAllowed {
                _ = state.denials.append(overwritten)
            }
            return decision
        }
        onDecision?(decision)
    }
}
