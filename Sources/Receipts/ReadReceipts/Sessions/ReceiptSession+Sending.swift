import ClientCore
import FirestoreClient
import FirestoreModel
import Logging

/// Sending.
extension ReceiptSession {
    /// Adds a message of the user to a conversation, even without a connection.
    ///
    /// The message gets its id at once, and shows at once in this session's listeners, with this device's time. ``Message/sending`` is
    /// `pending` while it waits and `sending` while it is being sent. Messages are sent in the order in which they were written, each once:
    /// if a response was lost, the session looks for the message before it counts it as refused. While the server is unreachable, the
    /// session retries with growing delays, and at once when a listener has reached the server.
    ///
    /// A message that the server refuses for good, for example by its rules, does not hold up later ones. It stays visible as `failed`, with
    /// the reason in ``Message/sendingFailure``, until ``retryMessage(_:)`` or ``discardMessage(_:)``.
    ///
    /// The queue is in memory, up to 1,000 messages and a megabyte of text. To keep it for the next start, store ``pendingMessages`` and
    /// pass them to ``restoreMessage(_:)``.
    ///
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``: `notAuthenticated`, `invalidConversation`, or `offline` if the queue is full.
    @discardableResult
    public func addMessage(_ text: String, conversationID: ConversationID) throws(ReceiptsError) -> MessageID
    {
        let time = max(Timestamp(), Timestamp(microseconds: lastWritten.microseconds + 1))
        let message = PendingMessage(
            id: service.store.newMessageID(), conversationID: conversationID, text: text, writtenAt: time)
        try add(message)
        lastWritten = time
        return message.id
    }

    /// Adds a message from the queue of an earlier session. If the server already has it, it is not sent again.
    ///
    /// - Throws: Like ``addMessage(_:conversationID:)``, and `invalidArgument` for an invalid id.
    public func restoreMessage(_ message: PendingMessage) throws(ReceiptsError) {
        var restored = PendingMessage(
            id: message.id, conversationID: message.conversationID, text: message.text,
            writtenAt: message.writtenAt)
        restored.mayHaveArrived = true
        try add(restored)
        lastWritten = max(lastWritten, message.writtenAt)
    }

    /// Sends a message, like ``addMessage(_:conversationID:)``, and waits for the result.
    ///
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``: why the server refused it, or why it has to wait. In that case ``ReceiptsError/isQueued`` is true, and
    ///   the message is sent later.
    public func send(_ text: String, conversationID: ConversationID) async throws(ReceiptsError) -> MessageID
    {
        let id = try addMessage(text, conversationID: conversationID)
        if let reason = sendQueue.reasonForWaiting { throw reason.whileQueued }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[id] = $0 }
        } onCancel: {
            Task { await stopWaiting(for: id) }
        }
        if let error { throw error }
        return id
    }

    /// The user's messages that the server does not have yet, oldest first.
    public var pendingMessages: [PendingMessage] { sendQueue.messages }

    /// The ``pendingMessages`` now, and whenever they change.
    public func pendingMessageUpdates() -> AsyncStream<[PendingMessage]> {
        let (updates, continuation) = AsyncStream.makeStream(
            of: [PendingMessage].self, bufferingPolicy: .bufferingNewest(1))
        lastListener += 1
        let observer = lastListener
        queueObservers[observer] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeQueueObserver(observer) }
        }
        continuation.yield(sendQueue.messages)
        return updates
    }

    /// Waits until every message was sent or refused.
    public func waitForPendingMessages() async {
        for await messages in pendingMessageUpdates() where messages.allSatisfy({ $0.state == .failed }) {
            return
        }
    }

    /// Sends pending messages now, for example when the system reports a new connection. Otherwise the session does it later.
    public func sendPendingMessages() { take(.resumed) }

    /// Sends a refused message again, before pending messages that were written later.
    public func retryMessage(_ id: MessageID) { take(.retried(id)) }

    /// Deletes a message that is pending or was refused. A message that is being sent cannot be stopped.
    public func discardMessage(_ id: MessageID) { take(.discarded(id)) }
}

// MARK: The queue

extension ReceiptSession {
    private func add(_ message: PendingMessage) throws(ReceiptsError) {
        _ = try signedInUser()
        try service.store.check(conversation: message.conversationID, messageIDs: [message.id])
        guard sendQueue.hasRoom(for: message.text) else {
            throw ReceiptsError(
                .offline, "the message was not queued: too many are already waiting for a connection")
        }
        take(.added(message))
    }

    /// Handles an event, and carries out the resulting actions.
    func take(_ event: SendQueue.Event) {
        if sendQueue.messages.isEmpty, case .connected = event { return }
        let before = sendQueue.messages
        var generator = SystemRandomNumberGenerator()
        for action in sendQueue.received(event, at: stopwatch.elapsed, using: &generator) {
            switch action {
            case .show(let message): announce(.sending(self.message(message)), to: message.conversationID)
            case .hide(let message): announce(.discarded(message.id), to: message.conversationID)
            case .send(let message): Task { await deliver(message) }
            case .wake(let time): wake(at: time)
            }
        }
        tellWaiting(event)
        guard sendQueue.messages != before else { return }
        for observer in queueObservers.values { observer.yield(sendQueue.messages) }
    }

    /// The message to show for one in the queue.
    package func message(_ pending: PendingMessage) -> Message {
        var message = Message(
            id: pending.id, senderID: userID, status: service.schema.status == nil ? nil : .sending,
            timestamp: pending.writtenAt, text: pending.text, sending: pending.state)
        message.sendingFailure = pending.failure
        return message
    }

    private func deliver(_ pending: PendingMessage) async {
        do throws(ReceiptsError) {
            let time = try await service.deliver(pending, from: try signedInUser())
            var sent = message(pending)
            sent.sending = .sent
            sent.timestamp = time ?? sent.timestamp
            if service.schema.status != nil { sent.status = .sent }
            announce(.sending(sent), to: pending.conversationID)
            take(.sent(pending.id))
        } catch {
            service.logger.warning(
                "message not sent",
                metadata: ["conversation": "\(pending.conversationID)", "reason": "\(error.code)"])
            take(.failed(pending.id, error))
        }
    }

    private func wake(at time: Duration) {
        wakingQueue?.cancel()
        let wait = max(.zero, time - stopwatch.elapsed)
        wakingQueue = Task { [weak self, clock] in
            do { try await clock.sleep(for: wait) } catch { return }
            await self?.take(.woken)
        }
    }

    private func removeQueueObserver(_ observer: Int) { queueObservers[observer] = nil }

    // MARK: Waiting callers

    private func tellWaiting(_ event: SendQueue.Event) {
        switch event {
        case .sent(let id): waiting.removeValue(forKey: id)?.resume(returning: nil)
        case .discarded(let id):
            guard !sendQueue.messages.contains(where: { $0.id == id }) else { return }
            waiting.removeValue(forKey: id)?.resume(
                returning: ReceiptsError(.cancelled, "the message was discarded"))
        case .failed(let id, let error) where error.isPermanent:
            waiting.removeValue(forKey: id)?.resume(returning: error)
        case .failed(_, let error):
            // The messages after it wait too.
            for waiter in waiting.values { waiter.resume(returning: error.whileQueued) }
            waiting = [:]
        case .added, .retried, .connected, .resumed, .woken: break
        }
    }

    private func stopWaiting(for id: MessageID) {
        let error = ReceiptsError(.cancelled, "the sending was cancelled").whileQueued
        waiting.removeValue(forKey: id)?.resume(returning: error)
    }
}

extension ReceiptsError {
    /// The same error for a queued message.
    fileprivate var whileQueued: ReceiptsError {
        var error = self
        error.isQueued = true
        error.message +=
            code == .offline
            ? "; it is queued, and will be sent once there is a connection"
            : "; it is queued, and will be sent later"
        return error
    }
}
