/// What a listener learns of the conversations of a user: by asking again and again, or from what the server pushes.
protocol MembershipSource: Sendable {
    /// Reads the conversations that the user is a member of.
    func conversations() async throws(ReceiptsError) -> MembershipReading

    /// Whether the server pushes every change.
    var isPushed: Bool { get }

    /// Yields whenever something is new; nil if the server does not push changes. If it does, call this before reading.
    func signals() -> AsyncStream<Void>?
}

/// What reading the conversations of a user has brought.
struct MembershipReading: Sendable {
    let conversations: [Conversation]
    /// How many reads are billed.
    let documentsRead: Int
}

/// The conversations of a user, which are polled.
struct PolledMemberships: MembershipSource {
    let user: UserID
    let store: any ChatStore

    var isPushed: Bool { false }

    func conversations() async throws(ReceiptsError) -> MembershipReading {
        let conversations = try await store.conversations(of: user)
        return MembershipReading(conversations: conversations, documentsRead: max(1, conversations.count))
    }

    func signals() -> AsyncStream<Void>? { nil }
}
