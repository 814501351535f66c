/// Where a schema stores one cursor for each member of a conversation, instead of a list of readers in each message.
///
/// A cursor is a document below the conversation whose id is the member's id. For each stage it has the time and the id of the last message
/// that has reached the stage: see ``ReceiptStage/upTo``.
public struct CursorLayout: Sendable, Equatable, Codable {
    /// The id of the collection of cursors below each conversation.
    public var collection: String
    /// The id of the collection of cursors that only their owner may read; nil if the schema has none.
    public var privateCollection: String?
    /// The cursor's field with the time of its last change.
    public var updatedAt: String
    /// Whether messages may have lists of an earlier schema, as after a move to cursors. Otherwise such messages count as those of another
    /// schema, whose receipts are neither shown nor written.
    public var acceptsLists: Bool

    /// Creates a layout.
    public init(
        collection: String = "reads", privateCollection: String? = "privateReads",
        updatedAt: String = "updatedAt", acceptsLists: Bool = false
    ) {
        self.collection = collection
        self.privateCollection = privateCollection
        self.updatedAt = updatedAt
        self.acceptsLists = acceptsLists
    }
}

extension CursorLayout {
    /// Reads a layout: `{"collection": "reads", "privateCollection": "privateReads", "updatedAt": "updatedAt", "acceptsLists": false}`, with
    /// these values for missing members. Without private cursors, `privateCollection` is null.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        collection = try values.decodeIfPresent(String.self, forKey: .collection) ?? collection
        if values.contains(.privateCollection) {
            privateCollection = try values.decode(String?.self, forKey: .privateCollection)
        }
        updatedAt = try values.decodeIfPresent(String.self, forKey: .updatedAt) ?? updatedAt
        acceptsLists = try values.decodeIfPresent(Bool.self, forKey: .acceptsLists) ?? acceptsLists
    }

    /// Writes a whole layout.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(collection, forKey: .collection)
        try values.encode(privateCollection, forKey: .privateCollection)
        try values.encode(updatedAt, forKey: .updatedAt)
        try values.encode(acceptsLists, forKey: .acceptsLists)
    }

    private enum CodingKeys: String, CodingKey {
        case collection, privateCollection, updatedAt, acceptsLists
    }
}

extension ReceiptStage {
    /// The cursor's field with the id of the last message that has reached the stage; nil if the schema has no cursors.
    public var upToID: String? { upTo.map { $0 + "ID" } }
}
