import EmulatorAccess
import RealtimeDatabaseRules
import Synchronization

/// The latest decisions of a database's rules.
///
/// They are explained at once, so that none of them keeps alive what the database once held.
final class DecisionLog: Sendable {
    private let namespace: String
    private let capacity: Int
    private let onDecision: (@Sendable (DatabaseRuleDecision) -> Void)?
    private let recent: Mutex<RecentDecisions<DatabaseRuleDecision>>

    init(_ namespace: String, _ configuration: DatabaseEmulatorConfiguration) {
        self.namespace = namespace
        capacity = configuration.rememberedDecisions
        onDecision = configuration.onDecision
        recent = Mutex(RecentDecisions(capacity: configuration.rememberedDecisions))
    }

    /// Whether anybody wants to know why the rules decide as they do.
    var isWanted: Bool { capacity > 0 || onDecision != nil }

    /// The decisions, the oldest first.
    var decisions: [DatabaseRuleDecision] { recent.withLock(\.decisions) }

    /// Keeps a decision.
    func append(_ verdict: RulesVerdict) {
        guard isWanted else { return }
        let explanation = verdict.explanation
        let decision = recent.withLock { recent in
            recent.append(isAllowed: verdict.isAllowed) { number in
                DatabaseRuleDecision(
                    number: number, namespace: namespace, time: verdict.time, explanation: explanation,
                    source: verdict.ruleset.source)
            }
        }
        onDecision?(decision)
    }
}
