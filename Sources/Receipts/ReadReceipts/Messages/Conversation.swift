package import FirestoreModel

/// A conversation: who takes part in it.
public struct Conversation: Sendable, Equatable {
    /// The conversation's document id.
    public var id: ConversationID
    /// The ids of its members, each once.
    public var members: [UserID]

    /// Creates a conversation.
    public init(id: ConversationID, members: [UserID]) {
        self.id = id
        var seen = UserIndex()
        self.members = members.filter { seen.insert($0) }
    }

    /// Reads a conversation from its document.
    package init(_ document: Document, schema: ReceiptSchema) {
        self.init(
            id: ConversationID(document.name.path.id.string),
            members: document.fields.users(in: schema.members))
    }
}
