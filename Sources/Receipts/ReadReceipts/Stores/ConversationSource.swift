import FirestoreModel

/// What a listener reads of one conversation: by asking each time, or from a copy that the server keeps up to date.
protocol ConversationSource: Sendable {
    /// Reads who takes part; nil for a conversation that is not there.
    func conversation() async throws(ReceiptsError) -> Conversation?

    /// Reads the messages that may have changed.
    ///
    /// - Parameter horizon: How far back they have to be looked for.
    /// - Returns: The messages that are there, and how far back these are all of them.
    func messages(within horizon: Horizon) async throws(ReceiptsError) -> (
        messages: [Message], within: Horizon
    )

    /// Whether the server reports every change by itself, so that to look at everything is free.
    var isPushed: Bool { get }

    /// Tells each time that there is something new, where the server tells that by itself; nil where it has to be asked. Where it does,
    /// nothing is there before this was called.
    func signals() -> AsyncStream<ConversationSignal>?
}

/// What is new.
enum ConversationSignal: Sendable {
    case members
    case messages
}
