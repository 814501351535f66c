import RealtimeDatabaseRules
import RulesCore
import Synchronization

/// Why rules decided as they did, worked out when somebody asks for it the first time.
///
/// Until then it keeps alive what the database held at the time.
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

    /// Whether nothing of the database is kept alive any more.
    var isWorkedOut: Bool {
        content.withLock { if case .explained = $0 { true } else { false } }
    }
}
