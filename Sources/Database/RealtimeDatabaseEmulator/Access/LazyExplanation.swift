import RealtimeDatabaseRules
import RulesCore
import Synchronization

/// Why rules decided as they did, computed on first use.
///
/// Until then it keeps the data of that time alive.
final class LazyExplanation: Sendable {
    private enum Content {
        case kept(KeptDecision)
        case explained(Explanation)
    }

    private let content: Mutex<Content>

    init(_ decision: KeptDecision) {
        content = Mutex(.kept(decision))
    }

    /// The explanation.
    var value: Explanation {
        content.withLock { content in
            switch content {
            case .explained(let explanation): return explanation
            case .kept(let decision):
                let explanation = decision.explanation
                content = .explained(explanation)
                return explanation
            }
        }
    }

    /// The request that was decided; nil once it no longer keeps data alive.
    var request: DatabaseRequest? {
        content.withLock { if case .kept(let decision) = $0 { decision.request } else { nil } }
    }

    /// Whether it no longer keeps data alive.
    var isComputed: Bool {
        content.withLock { if case .explained = $0 { true } else { false } }
    }
}
