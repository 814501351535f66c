import ReadReceipts

/// A conversation with its title, members and last message.
struct ConversationView: Encodable, Sendable, Equatable {
    let id: ConversationID
    let title: String
    /// Whether it has a title of its own, rather than the names of its members.
    let isNamed: Bool
    let isGroup: Bool
    let members: [PersonView]
    @Nullable var last: LastMessage?

    init(_ found: TitledConversation, _ profiles: [UserID: UserProfile], last: LastMessage? = nil) {
        let conversation = found.conversation
        id = conversation.id
        members = conversation.members.map { PersonView($0, profiles[$0]) }
        isGroup = conversation.members.count > 2
        isNamed = found.title != nil
        title =
            found.title
            ?? (members.isEmpty
                ? conversation.id.string : members.prefix(4).map(\.name).joined(separator: ", "))
        self.last = last
    }

    /// The order by last message, newest first; conversations without messages come last, by id.
    static func isMoreRecent(_ one: ConversationView, than other: ConversationView) -> Bool {
        switch (one.last?.time, other.last?.time) {
        case (let left?, let right?) where left != right: left > right
        case (_?, nil): true
        case (nil, _?): false
        case (_, _): one.id < other.id
        }
    }
}
