/// What a listener learns of the conversations of a user: by asking again and again, or from what the server pushes.
protocol MembershipSource: Sendable {
    /// Reads the conversations that the user is a member of.
    func conversations() async throws(ReceiptsError) -> MembershipReading

    /// Whether the server pushes every change.
    var isPushed: Bool { get }

    /// Follows what the server pushes, until the task is cancelled; returns at once if it pushes nothing. What it pushes can be read
    /// only while this runs.
    ///
    /// - Parameter onChange: Called whenever something is new.
    func follow(_ onChange: @escaping @Sendable () -> Void) async
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

    func follow(_ onChange: @escaping @Sendable () -> Void) async {}
}
