import FirestoreModel
import Logging

/// Sending, listening and reading.
extension ReceiptSession {
    /// Sends a message, which shows at once in this session's listeners: sending, then sent or failed.
    ///
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``.
    public func send(_ text: String, conversationID: String) async throws(ReceiptsError) -> String {
        let user = try signedInUser()
        try service.store.check(conversation: conversationID)
        var message = Message(
            id: service.store.newMessageID(), senderID: user,
            status: service.schema.status == nil ? nil : .sending,
            text: text, sending: .sending)
        announce(.sending(message), to: conversationID)
        do throws(ReceiptsError) {
            try await service.send(text, id: message.id, conversation: conversationID, from: user)
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
        try service.store.check(conversation: conversationID)
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

    /// Has this session's listeners ask the server at once for what is new in a conversation, such as when a push message tells that
    /// there is something.
    public func refresh(conversationID: String) {
        announce(.refresh, to: conversationID)
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

    func announce(_ event: LocalEvent, to conversationID: String) {
        for listener in listeners.values where listener.conversationID.hasSameUTF8(as: conversationID) {
            listener.events.yield(event)
        }
    }
}
