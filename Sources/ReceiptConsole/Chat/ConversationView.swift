import FirestoreClient
import FirestoreModel
import ReadReceipts

/// A conversation: what it is called, and who takes part in it.
struct ConversationView: Encodable, Sendable, Equatable {
    let id: String
    private(set) var title: String
    let isGroup: Bool
    let members: [PersonView]

    /// The fields of conversations in which chats keep what they are called.
    static let titleFields = ["groupName", "name", "title"]

    init(_ document: Document, _ conversation: Conversation, _ profiles: [String: UserProfile]) {
        id = conversation.id
        members = conversation.members.map { PersonView($0, profiles[$0]) }
        isGroup = conversation.members.count > 2
        let title = ConversationView.titleFields.lazy
            .compactMap { document.fields[FieldName($0)]?.stringValue }.first { !$0.isEmpty }
        self.title =
            title
            ?? (members.isEmpty ? conversation.id : members.prefix(4).map(\.name).joined(separator: ", "))
    }

    /// The same under another title.
    func with(title: String) -> ConversationView {
        var view = self
        view.title = title
        return view
    }
}
