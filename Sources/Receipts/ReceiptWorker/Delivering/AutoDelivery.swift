import FirestoreModel
public import Logging
public import ReadReceipts
public import ServiceLifecycle

/// Listens to the conversations of a user, and marks incoming messages delivered through a worker.
public struct AutoDelivery: Service {
    private let userID: UserID
    private let service: ReceiptService
    private let worker: ReceiptWorker
    private let options: ListenerOptions
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let retries = RetrySchedule()

    /// Creates the service. Sends no requests yet.
    ///
    /// - Parameters:
    ///   - userID: The recipient of the messages.
    ///   - service: The chats, signed in as that user or an administrator.
    ///   - worker: Writes the receipts.
    ///   - options: How to listen; `marksDelivered` is ignored. By default there are no refreshes, because only new messages matter.
    ///   - logger: Logs failures; never tokens or texts.
    ///   - clock: Makes the waits.
    public init(
        for userID: UserID, service: ReceiptService, worker: ReceiptWorker,
        options: ListenerOptions = ListenerOptions(refreshInterval: nil),
        logger: Logger = Logger(label: "receipt-worker") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.userID = userID
        self.service = service
        self.worker = worker
        self.options = options.withoutMarking
        self.logger = logger
        self.clock = clock
    }

    /// Listens, through outages, until the task is cancelled or the service group shuts down.
    ///
    /// - Throws: `ReceiptsError` if the user's id is invalid; ``OutboxError`` if the outbox cannot be used.
    public func run() async throws {
        try await cancelWhenGracefulShutdown { try await listen() }
    }

    private func listen() async throws {
        var generator = SystemRandomNumberGenerator()
        var failures = 0
        var warned: Set<ConversationID> = []
        while !Task.isCancelled {
            do {
                let session = ReceiptSession(service: service, userID: userID)
                for try await updates in try session.listenToAllConversations(options: options, clock: clock)
                {
                    failures = 0
                    warn(of: updates, &warned)
                    try await worker.takeWhenThereIsRoom(updates.compactMap(event))
                }
            } catch let error as ReceiptsError {
                switch error.code {
                case .cancelled: return
                case .invalidArgument, .invalidConversation: throw error
                case .notFound, .notAMember, .permissionDenied, .notAuthenticated, .otherSchema, .offline,
                    .server:
                    failures += 1
                }
                logger.warning(
                    "cannot listen for incoming messages; trying again",
                    metadata: ["user": "\(userID)", "reason": "\(error.message)"])
                let wait = retries.delay(failures: failures, code: .unavailable, using: &generator)
                do { try await clock.sleep(for: .milliseconds(wait)) } catch { return }
            }
        }
    }

    /// Warns once about each conversation with another schema, whose messages are not marked delivered.
    private func warn(of updates: [ReceiptUpdate], _ warned: inout Set<ConversationID>) {
        for update in updates where update.message.isForeign && warned.insert(update.conversationID).inserted
        {
            logger.warning(
                "messages have another schema, so they are not marked delivered",
                metadata: [
                    "user": "\(userID)", "conversation": "\(update.conversationID)",
                    "schema": "\(service.schema.name)",
                ])
        }
    }

    /// The event for an update of the listener; nil if it needs none.
    private func event(_ update: ReceiptUpdate) -> ReceiptEvent? {
        guard update.kind != .removed, update.message.isUndelivered(to: userID, schema: service.schema)
        else { return nil }
        return ReceiptEvent(
            .delivered, conversationID: update.conversationID, messageID: update.message.id, userID: userID)
    }
}

extension ListenerOptions {
    /// The same options without marking.
    fileprivate var withoutMarking: ListenerOptions {
        var options = self
        options.marksDelivered = false
        return options
    }
}
