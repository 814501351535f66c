import FirestoreModel

/// Listening and reading.
extension ReceiptSession {
    /// Listens to a conversation: to new messages, and to the receipts of the user's own. Marks messages from others delivered as they
    /// arrive.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` for an invalid id, and ``ReceiptsError/Code/notAuthenticated`` if nobody is
    ///   signed in.
    public nonisolated func listen(
        conversationID: ConversationID, options: ListenerOptions = ListenerOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ReceiptsError) -> ReceiptListener {
        _ = try signedInUser()
        try service.store.check(conversation: conversationID)
        return ReceiptListener(.conversation(conversationID), service: service, session: self, options, clock)
    }

    /// Listens to all conversations of the user, over the same connection; like
    /// ``listen(conversationID:options:clock:)``.
    public nonisolated func listenToAllConversations(
        options: ListenerOptions = ListenerOptions(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(ReceiptsError) -> ReceiptListener {
        _ = try signedInUser()
        return ReceiptListener(.allConversations, service: service, session: self, options, clock)
    }

    /// Makes this session's listeners poll a conversation at once, for example after a push notification.
    ///
    /// - Parameters:
    ///   - conversationID: The conversation's id.
    ///   - everything: Whether to refresh everything, see ``ListenerOptions/refreshInterval``. Otherwise reads only what is new and what
    ///     may have gained a receipt.
    public func refresh(conversationID: ConversationID, everything: Bool = false) {
        announce(.refresh(everything: everything), to: conversationID)
    }

    /// Creates a reader, which marks the messages read that the user sees in an open conversation.
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

    /// The events of this session in a conversation, from now on.
    func localEvents(of conversationID: ConversationID) -> AsyncStream<LocalEvent> {
        let (events, continuation) = AsyncStream.makeStream(of: LocalEvent.self)
        lastListener += 1
        let listener = lastListener
        listeners[listener] = (conversationID, continuation)
        // Later listeners show pending messages too.
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
