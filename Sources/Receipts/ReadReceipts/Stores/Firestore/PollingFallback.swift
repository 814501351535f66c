import FirestoreClient
import Logging
import Synchronization

/// Decides whether something on Cloud Firestore is listened to or polled: polled once listening has turned out to be impossible,
/// because the server, or something on the way, has no streams.
final class PollingFallback: Sendable {
    private let subject: String
    private let logger: Logger
    private let state = Mutex(false)

    /// - Parameter subject: What is listened to, for the log.
    init(_ subject: String, logger: Logger) {
        self.subject = subject
        self.logger = logger
    }

    /// Whether to poll from now on.
    var isPolling: Bool { state.withLock { $0 } }

    /// Polls from now on, if the error says that there is nothing to listen to.
    ///
    /// - Throws: The error, if polling would not help.
    func poll(after error: FirestoreError, of target: FollowedTarget) throws(ReceiptsError) {
        switch error.code {
        // Polling would meet the same.
        case .permissionDenied, .unauthenticated, .unavailable, .cancelled: throw ReceiptsError(error)
        case _ where target.hasBegun: throw ReceiptsError(error)
        default: break
        }
        let isNews = state.withLock { isPolling in
            defer { isPolling = true }
            return !isPolling
        }
        if isNews {
            logger.info(
                "polling, because listening is impossible",
                metadata: ["subject": "\(subject)", "reason": "\(error.message)"])
        }
    }
}
