import ClientCore
import FirestoreClient
import FirestoreModel
import Logging

/// Sending.
extension ReceiptSession {
    /// Adds a message of the user's to a conversation, also while there is no connection.
    ///
    /// The message has its id at once, and shows at once in this session's listeners, with this device's time: ``Message/sending`` is
    /// `pending` while it waits and `sending` while it is on its way. The messages of a session are sent in the order in which they were
    /// written, each once: a message is created, and where an answer was lost it is looked for before it counts as refused. While the
    /// server cannot be reached it is tried again, with growing pauses, and at once when a listener has reached the server.
    ///
    /// What the server refuses for good, such as by its rules, does not keep later messages from being sent. It stays in view as `failed`,
    /// with the reason in ``Message/sendingFailure``, until ``retryMessage(_:)`` or ``discardMessage(_:)``.
    ///
    /// The queue is kept in memory, up to 1,000 messages and a megabyte of text. To keep it for the next start, store
    /// ``pendingMessages`` and give them to ``restoreMessage(_:)``.
    ///
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``: `notAuthenticated`, `invalidConversation`, or `offline` when there is no room in the queue.
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

    /// Adds a message that an earlier session had in its queue. If the server has it already, it is not sent again.
    ///
    /// - Throws: As ``addMessage(_:conversationID:)``, and `invalidArgument` for an id that is not valid.
    public func restoreMessage(_ message: PendingMessage) throws(ReceiptsError) {
        var restored = PendingMessage(
            id: message.id, conversationID: message.conversationID, text: message.text,
            writtenAt: message.writtenAt)
        restored.mayHaveArrived = true
        try add(restored)
        lastWritten = max(lastWritten, message.writtenAt)
    }

    /// Sends a message, as ``addMessage(_:conversationID:)``, and waits for what becomes of it.
    ///
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``: why the server has refused it; or why it has to wait, with ``ReceiptsError/isQueued``, as when there is
    ///   no connection: it is then sent later.
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

    /// The user's messages that the server does not have yet, those that were written first before the others.
    public var pendingMessages: [PendingMessage] { sendQueue.messages }

    /// The ``pendingMessages`` now, and each time that they change.
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

    /// Waits until every message has been sent or refused.
    public func waitForPendingMessages() async {
        for await messages in pendingMessageUpdates() where messages.allSatisfy({ $0.state == .failed }) {
            return
        }
    }

    /// Tries now to send what waits, as when the system says that there is a connection again. It happens by itself, but later.
    public func sendPendingMessages() { take(.resumed) }

    /// Sends a message again that the server has refused; it goes before those that were written later and still wait.
    public func retryMessage(_ id: MessageID) { take(.retried(id)) }

    /// Gives up a message that waits or that the server has refused, and takes it out of view. One that is on its way cannot be stopped.
    public func discardMessage(_ id: MessageID) { take(.discarded(id)) }
}

// MARK: The queue

extension ReceiptSession {
    private func add(_ message: PendingMessage) throws(ReceiptsError) {
        _ = try signedInUser()
        try service.store.check(conversation: message.conversationID, messageIDs: [message.id])
        guard sendQueue.hasRoom(for: message.text) else {
            throw ReceiptsError(.offline, "the message was not taken: too many wait for a connection already")
        }
        take(.added(message))
    }

    /// Takes an event in, and does what follows.
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

    /// How a message of the queue shows.
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

    // MARK: Who waits for a message

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
            // Those behind it wait as well.
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
    /// The same for a message that waits.
    fileprivate var whileQueued: ReceiptsError {
        var error = self
        error.isQueued = true
        error.message +=
            code == .offline
            ? "; it is kept and sent once there is a connection" : "; it is kept and sent later"
        return error
    }
}
