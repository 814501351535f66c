import FirestoreModel

/// Listening and reading.
extension ReceiptSession {
    /// Listens to a conversation: new messages, and what becomes of the receipts of one's own. Messages from others are marked
    /// delivered as they arrive.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` when the id is not a good one, and
    ///   ``ReceiptsError/Code/notAuthenticated`` when nobody is signed in.
    public nonisolated func listen(
        conversationID: ConversationID, options: ListenerOptions = ListenerOptions(),
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
    ///
    /// - Parameters:
    ///   - conversationID: The conversation's id.
    ///   - everything: Whether to read all that is listened to, see ``ListenerOptions/refreshInterval``; else only what may have gained a
    ///     receipt is read, and what is new.
    public func refresh(conversationID: ConversationID, everything: Bool = false) {
        announce(.refresh(everything: everything), to: conversationID)
    }

    /// Reports what the user reads of a conversation that is open on the screen.
    ///
    /// - Parameters:
    ///   - conversationID: The conversation's id.
    ///   - timing: When a message counts as read.
    ///   - sleep: Waits; for tests.
    public nonisolated func reader(
        conversationID: ConversationID, timing: ReadingTiming = ReadingTiming(),
        sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = {
            try await Task.sleep(until: $0)
        }
    ) -> ConversationReader {
        ConversationReader(session: self, conversationID: conversationID, timing: timing, sleep: sleep)
    }

    /// What this session changes in a conversation, from now on.
    func localEvents(of conversationID: ConversationID) -> AsyncStream<LocalEvent> {
        let (events, continuation) = AsyncStream.makeStream(of: LocalEvent.self)
        lastListener += 1
        let listener = lastListener
        listeners[listener] = (conversationID, continuation)
        // What waits to be sent shows to whoever comes later, too.
        for pending in sendQueue.messages where pending.conversationID == conversationID {
            continuation.yield(.sending(message(pending)))
        }
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeListener(listener) }
        }
        return events
    }

    private func removeListener(_ listener: Int) {
        listeners[listener] = nil
    }

    func announce(_ event: LocalEvent, to conversationID: ConversationID) {
        for listener in listeners.values where listener.conversationID == conversationID {
            listener.events.yield(event)
        }
    }
}
