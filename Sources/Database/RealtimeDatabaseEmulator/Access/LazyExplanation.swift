import RealtimeDatabaseRules
import RulesCore
import Synchronization

/// Why rules decided as they did, computed on first use.
///
/// It retains the data of that time until ``releaseData()``.
final class LazyExplanation: Sendable {
    private enum Content {
        /// The explanation is nil before the first use.
        case kept(KeptDecision, Explanation?)
        /// The data has been released.
        case explained(Explanation)
    }

    private let content: Mutex<Content>

    init(_ decision: KeptDecision) {
        content = Mutex(.kept(decision, nil))
    }

    /// The explanation.
    var value: Explanation {
        content.withLock { content in
            switch content {
            case .explained(let explanation), .kept(_, let explanation?): return explanation
            case .kept(let decision, nil):
                let explanation = decision.explanation
                content = .kept(decision, explanation)
                return explanation
            }
        }
    }

    /// The request that was decided; nil once the data has been released.
    var request: DatabaseRequest? {
        content.withLock { if case .kept(let decision, _) = $0 { decision.request } else { nil } }
    }

    /// Whether there is an explanation already.
    var isComputed: Bool {
        content.withLock { if case .kept(_, nil) = $0 { false } else { true } }
    }

    /// Releases the data, and keeps the explanation alone.
    func releaseData() {
        let explanation = value
        content.withLock { $0 = .explained(explanation) }
    }
}
