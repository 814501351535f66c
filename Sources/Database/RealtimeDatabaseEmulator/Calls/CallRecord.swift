import Synchronization

/// What becomes known of a call while it is answered, and of a listener as long as it is open.
final class CallRecord: Sendable {
    struct Facts: Sendable {
        /// The number of the rules' decision.
        var decision: Int?
        /// What the client was sent: the bodies of responses, and messages, in bytes.
        var bytesSent = 0
        /// Whether it is a listener that is still there.
        var isOpen = false
        /// Whether the rules have ended a listener.
        var isRevoked = false
    }

    private let state = Mutex(Facts())

    var facts: Facts { state.withLock { $0 } }

    func note(_ change: (inout Facts) -> Void) { state.withLock { change(&$0) } }

    func noteSent(_ bytes: Int) { note { $0.bytesSent += bytes } }
}
