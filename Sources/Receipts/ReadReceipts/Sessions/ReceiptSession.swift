import ClientCore
import FirestoreModel
import Logging

/// The chats of the signed-in user: marks what they read, sends what they write, and listens to what they see.
///
/// Keep one session as long as the user is signed in. Without a connection it queues receipts and messages. Receipts are written as soon as
/// there is a connection again: with the next call, or when a listener has reached the server. Messages are also retried by themselves, see
/// ``addMessage(_:conversationID:)``. The two queues are separate: receipts are merged and may be repeated, messages keep their order and
/// are sent once.
public actor ReceiptSession {
    /// The chats.
    public nonisolated let service: ReceiptService
    /// The signed-in user, or nil.
    public nonisolated let userID: UserID?
    /// Whether to write receipts that others see. Without them, schemas with private cursors still store the user's own place.
    public nonisolated let sendsReceipts: Bool

    /// What has been done so far.
    public private(set) var metrics = ReceiptMetrics()

    var queue = ReceiptQueue()
    var sendQueue = SendQueue()
    /// When the newest message of the queue was written; each has a different time.
    var lastWritten = Timestamp.zero
    /// Ends the wait before the next attempt to send.
    var wakingQueue: Task<Void, Never>?
    /// Callers that wait for the result of a message.
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
    ///   - service: The chats, signed in as the user.
    ///   - userID: The user's id; nil if nobody is signed in.
    ///   - sendsReceipts: False for a user who keeps receipts private.
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
    /// - Throws: ``ReceiptsError/Code/notAuthenticated`` if nobody is signed in.
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
    /// Reads them with their conversation in one request, and writes only what is missing, in commits of at most 500 writes. Marked messages
    /// show at once in this session's listeners.
    ///
    /// - Parameters:
    ///   - conversationID: The conversation's id.
    ///   - messageIDs: The messages' ids; duplicates count once.
    /// - Returns: What was marked, skipped and failed; messages deleted in the meantime have failed.
    /// - Throws: ``ReceiptsError``: `notAuthenticated`, `invalidConversation`, `invalidArgument`, `notFound`, `notAMember`,
    ///   `permissionDenied`, or `offline`, with ``ReceiptsError/isQueued`` if it is done later.
    public func markMessagesAsRead(
        conversationID: ConversationID, messageIDs: [MessageID]
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(ReceiptRequest(.read, conversationID: conversationID, messageIDs: messageIDs))
    }

    /// Marks all messages of others in a conversation read; like ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markConversationAsRead(conversationID: ConversationID) async throws(ReceiptsError)
        -> MarkResult
    {
        try await mark(ReceiptRequest(.read, conversationID: conversationID))
    }

    /// Marks a message of somebody else delivered; like ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markAsDelivered(
        conversationID: ConversationID, messageID: MessageID
    ) async throws(ReceiptsError) -> MarkResult {
        try await markAsDelivered(conversationID: conversationID, messageIDs: [messageID])
    }

    /// Marks messages of others delivered; like ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markAsDelivered(
        conversationID: ConversationID, messageIDs: [MessageID]
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(ReceiptRequest(.delivered, conversationID: conversationID, messageIDs: messageIDs))
    }

    /// Marks all messages of others in a conversation delivered; like ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markConversationAsDelivered(conversationID: ConversationID) async throws(ReceiptsError)
        -> MarkResult
    {
        try await mark(ReceiptRequest(.delivered, conversationID: conversationID))
    }

    /// Carries out a request, for any stage of the schema; like ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func mark(_ request: ReceiptRequest) async throws(ReceiptsError) -> MarkResult {
        var request = request
        let user = try signedInUser()
        try check(request)
        if !sendsReceipts {
            guard keepsPrivatePlace else { return withheld(request.messageIDs?.count ?? 0) }
            request.isPrivate = true
        }
        lastChange += 1
        let change = LocalChange(id: lastChange, request: request, user: user)
        announce(.began(change), to: request.conversationID)
        do throws(ReceiptsError) {
            // Earlier requests come first.
            if !queue.isEmpty { _ = try await sendQueuedReceipts() }
        } catch {
            // If the earlier ones cannot reach the server, neither can this one.
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

    /// Marks messages delivered that a poll has just returned.
    func markDelivered(
        _ messages: [Message], in conversationID: ConversationID
    ) async throws(ReceiptsError) -> MarkResult {
        let user = try signedInUser()
        // Nobody asks how far a private place was delivered.
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

    /// Measures a call.
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

    private nonisolated var keepsPrivatePlace: Bool { service.schema.cursors?.privateCollection != nil }

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

    /// The error for the caller. The change keeps showing only if it is queued.
    private func refused(_ change: LocalChange, _ error: ReceiptsError) -> ReceiptsError {
        var error = error
        log(change.request, error)
        if error.code == .offline {
            error.isQueued = queue.add(change.request, [change.id])
            if error.isQueued { metrics.callsQueued += 1 } else { metrics.callsNotQueued += 1 }
            error.message +=
                error.isQueued
                ? "; it is queued, and will be reported once there is a connection"
                : "; too many receipts are already waiting for a connection"
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
