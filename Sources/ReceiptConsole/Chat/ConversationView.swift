import ReadReceipts

/// A conversation: what it is called, and who takes part in it.
struct ConversationView: Encodable, Sendable, Equatable {
    let id: String
    private(set) var title: String
    let isGroup: Bool
    let members: [PersonView]

    init(_ found: TitledConversation, _ profiles: [String: UserProfile]) {
        let conversation = found.conversation
        id = conversation.id
        members = conversation.members.map { PersonView($0, profiles[$0]) }
        isGroup = conversation.members.count > 2
        title =
            found.title
            ?? (members.isEmpty ? conversation.id : members.prefix(4).map(\.name).joined(separator: ", "))
    }

    /// The same under another title.
    func with(title: String) -> ConversationView {
        var view = self
        view.title = title
        return view
    }
}
