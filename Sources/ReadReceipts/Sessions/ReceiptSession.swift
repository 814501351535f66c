import FirestoreModel
import Logging

/// The receipts of the user who is signed in: what they read is reported, and what they see is listened to.
///
/// Keep one for as long as somebody is signed in. Without a connection it keeps what is to be reported and reports it as soon
/// as there is one again: with the next call, or when a listener has reached the server.
public actor ReceiptSession {
    /// The chats.
    public nonisolated let service: ReceiptService
    /// Who is signed in; nil for nobody.
    public nonisolated let userID: String?
    /// Whether others may see what the user has received and read. Without it nothing is written.
    public nonisolated let sendsReceipts: Bool

    /// What has been reported so far.
    public private(set) var metrics = ReceiptMetrics()

    private var queue = ReceiptQueue()
    private var isSendingQueue = false
    private var lastChange: LocalChange.ID = 0
    private var listeners: [Int: (conversationID: String, events: AsyncStream<LocalEvent>.Continuation)] = [:]
    private var lastListener = 0

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - service: The chats, as the user may see them.
    ///   - userID: The user's id; nil as long as nobody is signed in.
    ///   - sendsReceipts: False for a user who keeps to themselves what they have received and read.
    public init(service: ReceiptService, userID: String?, sendsReceipts: Bool = true) {
        self.service = service
        self.userID = userID
        self.sendsReceipts = sendsReceipts
    }

    /// The user's id.
    ///
    /// - Throws: ``ReceiptsError/Code/notAuthenticated`` for nobody.
    nonisolated func signedInUser() throws(ReceiptsError) -> String {
        guard let userID, !userID.isEmpty else {
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
        conversationID: String, messageIDs: [String]
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(ReceiptRequest(.read, conversationID: conversationID, messageIDs: messageIDs))
    }

    /// Marks all messages of others in a conversation read; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markConversationAsRead(conversationID: String) async throws(ReceiptsError) -> MarkResult {
        try await mark(ReceiptRequest(.read, conversationID: conversationID))
    }

    /// Marks a message of somebody else delivered; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markAsDelivered(
        conversationID: String, messageID: String
    ) async throws(ReceiptsError) -> MarkResult {
        try await markAsDelivered(conversationID: conversationID, messageIDs: [messageID])
    }

    /// Marks messages of others delivered; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markAsDelivered(
        conversationID: String, messageIDs: [String]
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(ReceiptRequest(.delivered, conversationID: conversationID, messageIDs: messageIDs))
    }

    /// Marks all messages of others in a conversation delivered; as ``markMessagesAsRead(conversationID:messageIDs:)``.
    public func markConversationAsDelivered(conversationID: String) async throws(ReceiptsError) -> MarkResult
    {
        try await mark(ReceiptRequest(.delivered, conversationID: conversationID))
    }

    private func mark(_ request: ReceiptRequest) async throws(ReceiptsError) -> MarkResult {
        let user = try signedInUser()
        try check(request)
        guard sendsReceipts else { return withheld(request.messageIDs?.count ?? 0) }
        // What was asked for earlier is reported earlier.
        if !queue.isEmpty { _ = try? await sendQueuedReceipts() }
        lastChange += 1
        let change = LocalChange(id: lastChange, request: request, user: user)
        announce(.began(change), to: request.conversationID)
        do throws(ReceiptsError) {
            let result = try await measured { () throws(ReceiptsError) in
                try await service.mark(request, user: user)
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
        _ documents: [Document], in conversationID: String
    ) async throws(ReceiptsError) -> MarkResult {
        let user = try signedInUser()
        guard sendsReceipts else { return withheld(documents.count) }
        do throws(ReceiptsError) {
            let result = try await measured { () throws(ReceiptsError) in
                try await service.mark(
                    .delivered, conversation: conversationID, documents: documents, user: user)
            }
            log(ReceiptRequest(.delivered, conversationID: conversationID), result)
            return result
        } catch {
            log(ReceiptRequest(.delivered, conversationID: conversationID), error)
            throw error
        }
    }

    /// Counts a call, and how long it takes.
    private func measured(
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
        let paths = try ChatPaths(conversation: request.conversationID, schema: service.schema)
        for id in request.messageIDs ?? [] { _ = try paths.message(id) }
    }

    private func withheld(_ count: Int) -> MarkResult {
        var result = MarkResult()
        if count > 0 { result.skipped[.receiptsOff] = count }
        return result
    }

    private func announceLanded(
        _ changes: [LocalChange.ID], _ result: MarkResult, in conversationID: String
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

// MARK: Waiting for a connection

extension ReceiptSession {
    /// What waits for a connection, in the order in which it will be reported.
    public var queuedReceipts: [ReceiptRequest] { queue.requests }

    /// Reports what has waited for a connection, one conversation after the other.
    ///
    /// Happens by itself; call it when the system says that there is a connection again. What the server refuses is dropped and
    /// does not keep the rest from being reported.
    ///
    /// - Returns: What was marked in all.
    /// - Throws: ``ReceiptsError``: `offline` as long as there is no connection, otherwise the first refusal; its
    ///   `partialResult` tells what was marked.
    public func sendQueuedReceipts() async throws(ReceiptsError) -> MarkResult {
        let user = try signedInUser()
        var result = MarkResult()
        var refusal: ReceiptsError?
        if isSendingQueue { return result }
        isSendingQueue = true
        defer { isSendingQueue = false }
        while let entry = queue.takeFirst() {
            var entryResult = MarkResult()
            do throws(ReceiptsError) {
                for request in entry.requests {
                    let part = try await measured { () throws(ReceiptsError) in
                        try await service.mark(request, user: user)
                    }
                    log(request, part)
                    entryResult.add(part)
                }
                announceLanded(entry.changes, entryResult, in: entry.conversationID)
                result.add(entryResult)
            } catch {
                result.add(entryResult)
                log(entry.requests[0], error)
                if error.code == .offline || error.code == .cancelled {
                    queue.putBack(entry)
                    throw with(result, error)
                }
                announce(.refused(entry.changes), to: entry.conversationID)
                refusal = refusal ?? error
            }
        }
        if let refusal { throw with(result, refusal) }
        return result
    }

    /// A listener has reached the server.
    func hasConnection() async {
        if !queue.isEmpty { _ = try? await sendQueuedReceipts() }
    }

    private func with(_ result: MarkResult, _ error: ReceiptsError) -> ReceiptsError {
        var (error, result) = (error, result)
        if let part = error.partialResult { result.add(part) }
        error.partialResult = result == MarkResult() ? nil : result
        return error
    }
}

// MARK: Sending, listening and reading

extension ReceiptSession {
    /// Sends a message, which shows at once in this session's listeners: sending, then sent or failed.
    ///
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``.
    public func send(_ text: String, conversationID: String) async throws(ReceiptsError) -> String {
        let user = try signedInUser()
        _ = try ChatPaths(conversation: conversationID, schema: service.schema)
        var message = Message(
            id: service.newMessageID(), senderID: user, status: service.schema.status == nil ? nil : .sending,
            text: text, sending: .sending)
        announce(.sending(message), to: conversationID)
        do throws(ReceiptsError) {
            _ = try await service.send(text, id: message.id, conversation: conversationID, from: user)
            message.sending = .sent
            if service.schema.status != nil { message.status = .sent }
            announce(.sending(message), to: conversationID)
            return message.id
        } catch {
            message.sending = .failed
            announce(.sending(message), to: conversationID)
            service.logger.warning(
                "message not sent",
                metadata: ["conversation": "\(conversationID)", "reason": "\(error.code)"])
            throw error
        }
    }

    /// Listens to a conversation: new messages, and what becomes of the receipts of one's own. Messages from others are marked
    /// delivered as they arrive.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` when the id is not a good one, and
    ///   ``ReceiptsError/Code/notAuthenticated`` when nobody is signed in.
    public nonisolated func listen(
        conversationID: String, options: ListenerOptions = ListenerOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ReceiptsError) -> ReceiptListener {
        _ = try signedInUser()
        _ = try ChatPaths(conversation: conversationID, schema: service.schema)
        return ReceiptListener(.conversation(conversationID), service: service, session: self, options, clock)
    }

    /// Listens to all conversations that the user is a member of, over the same connections; as
    /// ``listen(conversationID:options:clock:)``.
    public nonisolated func listenToAllConversations(
        options: ListenerOptions = ListenerOptions(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(ReceiptsError) -> ReceiptListener {
        _ = try signedInUser()
        return ReceiptListener(.allConversations, service: service, session: self, options, clock)
    }

    /// Reports what the user reads of a conversation that is open on the screen.
    ///
    /// - Parameters:
    ///   - conversationID: The conversation's id.
    ///   - timing: When a message counts as read.
    ///   - sleep: Waits; for tests.
    public nonisolated func reader(
        conversationID: String, timing: ReadingTiming = ReadingTiming(),
        sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = {
            try await Task.sleep(until: $0)
        }
    ) -> ConversationReader {
        ConversationReader(session: self, conversationID: conversationID, timing: timing, sleep: sleep)
    }

    /// What this session changes in a conversation, from now on.
    func localEvents(of conversationID: String) -> AsyncStream<LocalEvent> {
        let (events, continuation) = AsyncStream.makeStream(of: LocalEvent.self)
        lastListener += 1
        let listener = lastListener
        listeners[listener] = (conversationID, continuation)
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeListener(listener) }
        }
        return events
    }

    private func removeListener(_ listener: Int) {
        listeners[listener] = nil
    }

    private func announce(_ event: LocalEvent, to conversationID: String) {
        for listener in listeners.values where listener.conversationID.hasSameUTF8(as: conversationID) {
            listener.events.yield(event)
        }
    }
}

// MARK: Logging

extension ReceiptSession {
    private func log(_ request: ReceiptRequest, _ result: MarkResult) {
        service.logger.debug(
            "receipts marked",
            metadata: [
                "receipt": "\(request.receipt.rawValue)", "conversation": "\(request.conversationID)",
                "marked": "\(result.marked.count)", "skipped": "\(result.skippedCount)",
                "failed": "\(result.failed.count)", "commits": "\(result.commits)",
            ])
    }

    private func log(_ request: ReceiptRequest, _ error: ReceiptsError) {
        service.logger.warning(
            "receipts not marked",
            metadata: [
                "receipt": "\(request.receipt.rawValue)", "conversation": "\(request.conversationID)",
                "reason": "\(error.code.rawValue)",
            ])
    }
}
