import FirestoreModel

/// What a listener reads of one conversation: by asking again and again, or from what the server pushes.
protocol ConversationSource: Sendable {
    /// Reads the conversation.
    func conversation() async throws(ReceiptsError) -> ConversationReading

    /// Reads the messages that may have changed.
    ///
    /// - Parameter horizon: How far back to look, if all that is there is read.
    func messages(within horizon: Horizon) async throws(ReceiptsError) -> MessagesReading

    /// Reads the cursors that have changed; nothing in schemas without cursors.
    ///
    /// - Parameter scope: Which cursors to read. After another scope, all of them have changed.
    func cursors(_ scope: CursorScope) async throws(ReceiptsError) -> CursorsReading

    /// Reads a user's cursor and the server's time; nil in schemas without cursors, and if the server does not say it.
    ///
    /// - Parameter user: The user; nil for the time alone.
    func present(of user: UserID?) async throws(ReceiptsError) -> (cursors: CursorsReading, time: Timestamp)?

    /// Whether the server pushes every change, so that a refresh is free.
    var isPushed: Bool { get }

    /// Follows what the server pushes, until the task is cancelled; returns at once if it pushes nothing. What it pushes can be read
    /// only while this runs.
    ///
    /// - Parameter onChange: Called whenever something is new.
    func follow(_ onChange: @escaping @Sendable (ConversationSignal) -> Void) async
}

/// What has changed.
enum ConversationSignal: Sendable {
    case members
    case messages
    case cursors
}

extension ConversationSource {
    func cursors(_ scope: CursorScope) async throws(ReceiptsError) -> CursorsReading { CursorsReading() }

    func present(
        of user: UserID?
    ) async throws(ReceiptsError) -> (cursors: CursorsReading, time: Timestamp)? { nil }
}
