package import FirestoreModel

/// A conversation: who takes part in it.
public struct Conversation: Sendable, Equatable {
    /// The conversation's document id.
    public var id: String
    /// The ids of its members, each once.
    public var members: [String]

    /// Creates a conversation.
    public init(id: String, members: [String]) {
        self.id = id
        var seen = UserIndex()
        self.members = members.filter { seen.insert($0) }
    }

    /// Reads a conversation from its document.
    package init(_ document: Document, schema: ReceiptSchema) {
        self.init(
            id: document.name.path.id.string,
            members: (document.fields[FieldName(schema.members)]?.arrayValue ?? []).compactMap(\.stringValue))
    }
}
