import ClientCore
import FirestoreModel
import Logging

/// The receipts of the user who is signed in: what they read is reported, what they write is sent, and what they see is listened to.
///
/// Keep one for as long as somebody is signed in. Without a connection it keeps what is to be reported and sent. Receipts are reported as soon
/// as there is one again: with the next call, or when a listener has reached the server. Messages are tried again by themselves as well, see
/// ``addMessage(_:conversationID:)``. The two have queues of their own: receipts are merged and may be repeated, messages keep their order
/// and are sent once.
public actor ReceiptSession {
    /// The chats.
    public nonisolated let service: ReceiptService
    /// Who is signed in; nil for nobody.
    public nonisolated let userID: UserID?
    /// Whether others may see what the user has received and read. Without it nothing is written.
    public nonisolated let sendsReceipts: Bool

    /// What has been reported so far.
    public private(set) var metrics = ReceiptMetrics()

    var queue = ReceiptQueue()
    var sendQueue = SendQueue()
    /// When the newest message of the queue was written: two never have the same time.
    var lastWritten = Timestamp.zero
    /// Ends the wait before the next attempt to send.
    var wakingQueue: Task<Void, Never>?
    /// Those who wait for what becomes of a message.
    var waiting: [MessageID: CheckedContinuation<ReceiptsError?, Never>] = [:]
    var queueObservers: [Int: AsyncStream<[PendingMessage]>.Continuation] = [:]
    nonisolated let clock: any Clock<Duration>
    let stopwatch: Stopwatch
    var isSendingQueue = false
    private var lastChange: LocalChange.ID = 0
    var listeners: [Int: (conversationID: ConversationID, events: AsyncStream<LocalEvent>.Continuation)] = [:]
    var lastListener = 0

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - service: The chats, as the user may see them.
    ///   - userID: The user's id; nil as long as nobody is signed in.
    ///   - sendsReceipts: False for a user who keeps to themselves what they have received and read.
    ///   - clock: Waits between attempts to send messages.
    public init(
        service: ReceiptService, userID: UserID?, sendsReceipts: Bool = true,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.clock = clock
        stopwatch = Stopwatch(clock)
        self.service = service
        self.userID = userID
        self.sendsReceipts = sendsReceipts
    }

    /// The user's id.
    ///
    /// - Throws: ``ReceiptsError/Code/notAuthenticated`` for nobody.
    nonisolated func signedInUser() throws(ReceiptsError) -> UserID {
        guard let userID, !userID.string.isEmpty else {
            throw ReceiptsError(
                .notAuthenticated, "nobody is signed in; sign a user in before marking messages")
        }
        return userID
    }
}

// MARK: Marking

extension ReceiptSession {
    /// Marks messages of others read.
    ///
    /// Reads them with their conversation in one request and writes only what is missing, in commits of at most 500 writes;
    /// when nothing is missing, nothing. What is marked shows at once in this session's listeners.
    ///
    /// - Parameters:
    ///   - conversationID: The conversation's id.
    ///   - messageIDs: The messages' ids; repeated ones count once.
    /// - Returns: What was marked, skipped and failed; a message that was deleted meanwhile is one that failed.
    /// - Throws: ``ReceiptsError``: `notAuthenticated`, `invalidConversation`, `invalidArgument`, `notFound`, `notAMember`,
    ///   `permissionDenied`, or `offline`, with ``ReceiptsError/isQueued`` when it is done later.
    public func markMessagesAsRead(
        conversationID: ConversationID, messageIDs: [MessageID]
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(ReceiptRequest(.read, conversationID: conversationID, messageIDs: messageIDs))
    }

    /// Marks all messages of others in a conversation read; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markConversationAsRead(conversationID: ConversationID) async throws(ReceiptsError)
        -> MarkResult
    {
        try await mark(ReceiptRequest(.read, conversationID: conversationID))
    }

    /// Marks a message of somebody else delivered; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markAsDelivered(
        conversationID: ConversationID, messageID: MessageID
    ) async throws(ReceiptsError) -> MarkResult {
        try await markAsDelivered(conversationID: conversationID, messageIDs: [messageID])
    }

    /// Marks messages of others delivered; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markAsDelivered(
        conversationID: ConversationID, messageIDs: [MessageID]
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(ReceiptRequest(.delivered, conversationID: conversationID, messageIDs: messageIDs))
    }

    /// Marks all messages of others in a conversation delivered; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markConversationAsDelivered(conversationID: ConversationID) async throws(ReceiptsError)
        -> MarkResult
    {
        try await mark(ReceiptRequest(.delivered, conversationID: conversationID))
    }

    /// Marks messages as a request says, for any stage of the schema; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func mark(_ request: ReceiptRequest) async throws(ReceiptsError) -> MarkResult {
        let user = try signedInUser()
        try check(request)
        guard sendsReceipts else { return withheld(request.messageIDs?.count ?? 0) }
        lastChange += 1
        let change = LocalChange(id: lastChange, request: request, user: user)
        announce(.began(change), to: request.conversationID)
        do throws(ReceiptsError) {
            // What was asked for earlier is reported earlier.
            if !queue.isEmpty { _ = try await sendQueuedReceipts() }
        } catch {
            // What cannot be reached for the earlier ones cannot be for this one.
            if error.code == .offline {
                throw refused(change, ReceiptsError(.offline, error.message, underlying: error.underlying))
            }
        }
        do throws(ReceiptsError) {
            let result = try await measured { () throws(ReceiptsError) in
                try await service.store.mark(request, user: user)
            }
            log(request, result)
            announceLanded([change.id], result, in: request.conversationID)
            return result
        } catch {
            throw refused(change, error)
        }
    }

    /// Marks messages delivered that were read a moment ago.
    func markDelivered(
        _ messages: [Message], in conversationID: ConversationID
    ) async throws(ReceiptsError) -> MarkResult {
        let user = try signedInUser()
        guard sendsReceipts else { return withheld(messages.count) }
        do throws(ReceiptsError) {
            let result = try await measured { () throws(ReceiptsError) in
                try await service.store.mark(
                    .delivered, messages, conversation: conversationID, user: user)
            }
            log(ReceiptRequest(.delivered, conversationID: conversationID), result)
            return result
        } catch {
            log(ReceiptRequest(.delivered, conversationID: conversationID), error)
            throw error
        }
    }

    /// Counts a call, and how long it takes.
    func measured(
        _ call: () async throws(ReceiptsError) -> MarkResult
    ) async throws(ReceiptsError) -> MarkResult {
        let start = ContinuousClock.now
        do throws(ReceiptsError) {
            let result = try await call()
            metrics.add(result, took: .now - start)
            return result
        } catch {
            metrics.add(error, took: .now - start)
            throw error
        }
    }

    /// Checks the ids before anything shows.
    private func check(_ request: ReceiptRequest) throws(ReceiptsError) {
        try service.store.check(
            conversation: request.conversationID, messageIDs: request.messageIDs ?? [])
    }

    private func withheld(_ count: Int) -> MarkResult {
        var result = MarkResult()
        if count > 0 { result.skipped[.receiptsOff] = count }
        return result
    }

    func announceLanded(
        _ changes: [LocalChange.ID], _ result: MarkResult, in conversationID: ConversationID
    ) {
        let failed = Set(result.failed.map(\.messageID))
        announce(.landed(changes, exceptMessageIDs: failed), to: conversationID)
    }

    /// What the caller is told of a call that failed; it goes on showing only if it waits for a connection.
    private func refused(_ change: LocalChange, _ error: ReceiptsError) -> ReceiptsError {
        var error = error
        log(change.request, error)
        if error.code == .offline {
            error.isQueued = queue.add(change.request, [change.id])
            if error.isQueued { metrics.callsQueued += 1 } else { metrics.callsNotQueued += 1 }
            error.message +=
                error.isQueued
                ? "; it is kept and reported once there is a connection"
                : "; too much waits for a connection already"
        }
        if !error.isQueued { announce(.refused([change.id]), to: change.request.conversationID) }
        return error
    }
}

// MARK: Logging

extension ReceiptSession {
    func log(_ request: ReceiptRequest, _ result: MarkResult) {
        service.logger.debug(
            "receipts marked",
            metadata: [
                "receipt": "\(request.receipt.name)", "conversation": "\(request.conversationID)",
                "marked": "\(result.marked.count)", "skipped": "\(result.skippedCount)",
                "failed": "\(result.failed.count)", "commits": "\(result.commits)",
            ])
    }

    func log(_ request: ReceiptRequest, _ error: ReceiptsError) {
        service.logger.warning(
            "receipts not marked",
            metadata: [
                "receipt": "\(request.receipt.name)", "conversation": "\(request.conversationID)",
                "reason": "\(error.code.rawValue)",
            ])
    }
}
