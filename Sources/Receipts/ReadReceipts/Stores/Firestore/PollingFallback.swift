import FirestoreClient
import Logging
import Synchronization

/// Decides whether something on Cloud Firestore is listened to or polled: polled once listening has turned out to be impossible,
/// because the server, or something on the way, has no streams.
final class PollingFallback: Sendable {
    private enum Choice {
        case undecided, listening, polling
    }

    private let subject: String
    private let logger: Logger
    private let choice = Mutex(Choice.undecided)

    /// - Parameter subject: What is listened to, for the log.
    init(_ subject: String, logger: Logger) {
        self.subject = subject
        self.logger = logger
    }

    /// Whether to poll from now on.
    var isPolling: Bool { choice.withLock { $0 == .polling } }

    /// The server has answered a listener.
    func listen() {
        if choose(.listening) { logger.debug("listening", metadata: ["subject": "\(subject)"]) }
    }

    /// Polls from now on, if the error says that there is nothing to listen to.
    ///
    /// - Throws: The error, if the server has answered a listener before, or if polling would not help.
    func poll(after error: FirestoreError, of target: FollowedTarget) throws(ReceiptsError) {
        switch error.code {
        // Polling would meet the same.
        case .permissionDenied, .unauthenticated, .unavailable, .cancelled: throw ReceiptsError(error)
        case _ where target.hasBegun: throw ReceiptsError(error)
        default: break
        }
        if choose(.polling) {
            logger.debug(
                "polling, because listening is impossible",
                metadata: ["subject": "\(subject)", "reason": "\(error.message)"])
        }
    }

    /// - Returns: Whether that is news.
    private func choose(_ new: Choice) -> Bool {
        choice.withLock { choice in
            defer { choice = new }
            return choice != new
        }
    }
}
