import EmulatorAccess
import RealtimeDatabaseRules
import Synchronization

/// The latest decisions of a database's rules.
///
/// They are explained on request. Until then they keep old data alive, so decisions are also explained
/// once the database has dropped much of that data.
final class DecisionLog: Sendable {
    /// The approximate number of bytes of old data that are kept alive for explanations.
    static let largestPast = 64 << 20

    private struct History {
        var recent: RecentDecisions<DatabaseRuleDecision>
        /// Decisions from before this are explained; counted as ``DatabaseState/discarded`` is.
        var horizon = 0
    }

    private let namespace: String
    private let isWanted: Bool
    private let isKept: Bool
    private let largestPast: Int
    private let onDecision: (@Sendable (DatabaseRuleDecision) -> Void)?
    private let history: Mutex<History>

    init(
        _ namespace: String, _ configuration: DatabaseEmulatorConfiguration, largestPast: Int
    ) {
        self.namespace = namespace
        self.largestPast = largestPast
        isKept = configuration.rememberedDecisions > 0
        isWanted = configuration.rememberedDecisions > 0 || configuration.onDecision != nil
        onDecision = configuration.onDecision
        history = Mutex(History(recent: RecentDecisions(capacity: configuration.rememberedDecisions)))
    }

    /// The decisions, the oldest first.
    var decisions: [DatabaseRuleDecision] { history.withLock(\.recent.decisions) }

    /// Stores decisions, and explains those that keep too much alive.
    ///
    /// - Parameters:
    ///   - verdicts: The decisions.
    ///   - isBackground: Whether it was a background read.
    ///   - discarded: The number of bytes the database had dropped before, and has now.
    /// - Returns: The number of the first decision, if it is kept.
    func append(_ verdicts: [RulesVerdict], isBackground: Bool, discarded: ClosedRange<Int>) -> Int? {
        guard isWanted else { return nil }
        var first: Int?
        for verdict in verdicts {
            let isBackground = isBackground && verdict.isAllowed
            let decision = history.withLock { history in
                history.recent.append(isAllowed: verdict.isAllowed, isBackground: isBackground) { number in
                    DatabaseRuleDecision(
                        number: number, namespace: namespace, isBackground: isBackground, verdict,
                        discarded: discarded.lowerBound)
                }
            }
            first = first ?? decision.number
            onDecision?(decision)
        }
        for decision in heavyDecisions(discarded: discarded.upperBound) {
            decision.lazyExplanation.releaseData()
        }
        return isKept ? first : nil
    }

    private func heavyDecisions(discarded: Int) -> [DatabaseRuleDecision] {
        history.withLock { history in
            guard discarded - largestPast > history.horizon else { return [] }
            history.horizon = discarded - largestPast
            return history.recent.decisions.filter { $0.discarded < history.horizon }
        }
    }
}
