package import FirestoreModel

/// A conversation and its members.
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

/// A conversation and its title.
package struct TitledConversation: Sendable, Equatable {
    /// The conversation.
    package let conversation: Conversation
    /// The title; nil if it has none, as usual in conversations of two.
    package let title: String?

    /// The fields that may hold the title; the first one that exists counts.
    static let titleFields = ["groupName", "name", "title"]

    /// - Parameter field: Returns the text in a field; nil for anything else.
    init(_ conversation: Conversation, title field: (String) -> String?) {
        self.conversation = conversation
        title = TitledConversation.titleFields.lazy.compactMap(field).first { !$0.isEmpty }
    }
}
