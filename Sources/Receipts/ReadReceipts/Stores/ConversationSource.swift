import FirestoreModel

/// What a listener reads of one conversation: by polling, or from a copy that the server keeps up to date.
protocol ConversationSource: Sendable {
    /// Reads the conversation; nil for a missing one.
    func conversation() async throws(ReceiptsError) -> Conversation?

    /// Reads the messages that may have changed.
    ///
    /// - Parameter horizon: How far back to look.
    /// - Returns: The messages, and how far back they are complete.
    func messages(within horizon: Horizon) async throws(ReceiptsError) -> (
        messages: [Message], within: Horizon
    )

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
