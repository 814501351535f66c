import FirestoreModel

/// What a listener reads of one conversation: by asking again and again, or from what the server pushes.
protocol ConversationSource: Sendable {
    /// Reads the conversation.
    func conversation() async throws(ReceiptsError) -> ConversationReading

    /// Reads the messages that may have changed.
    ///
    /// - Parameter horizon: How far back to look, if all that is there is read.
    func messages(within horizon: Horizon) async throws(ReceiptsError) -> MessagesReading

    /// Whether the server pushes every change, so that a refresh is free.
    var isPushed: Bool { get }

    /// Yields whenever something is new; nil if the server does not push changes. If it does, call this before reading.
    func signals() -> AsyncStream<ConversationSignal>?
}

/// What has changed.
enum ConversationSignal: Sendable {
    case members
    case messages
}
