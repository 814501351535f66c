import FirestoreModel

/// The paths of one conversation, its messages and its cursors.
struct ChatPaths: Sendable {
    let conversation: DocumentPath
    let messages: CollectionPath
    /// The members' cursors; nil if the schema has none.
    let cursors: CollectionPath?
    /// The cursors that only their owners may read; nil if the schema has none.
    let privateCursors: CollectionPath?

    /// Finds the paths of a conversation.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` if Firestore does not accept the id.
    init(conversation id: ConversationID, schema: ReceiptSchema) throws(ReceiptsError) {
        let id = try ChatPaths.id(id.string, of: "conversation", or: .invalidConversation)
        conversation = DocumentPath(CollectionPath(parent: nil, id: ResourceID(schema.conversations)), id)
        messages = CollectionPath(parent: conversation, id: ResourceID(schema.messages))
        (cursors, privateCursors) = (
            schema.cursors.map { [conversation] in
                CollectionPath(parent: conversation, id: ResourceID($0.collection))
            },
            schema.cursors?.privateCollection.map { [conversation] in
                CollectionPath(parent: conversation, id: ResourceID($0))
            }
        )
    }

    func message(_ id: MessageID) throws(ReceiptsError) -> DocumentPath {
        DocumentPath(messages, try ChatPaths.id(id.string, of: "message", or: .invalidArgument))
    }

    /// The path of a user's cursor in one of the collections of cursors.
    static func cursor(of user: UserID, in collection: CollectionPath) throws(ReceiptsError) -> DocumentPath {
        DocumentPath(collection, try ChatPaths.id(user.string, of: "user", or: .invalidArgument))
    }

    /// Checks a user's id, which is a value rather than part of a path.
    static func check(user: UserID) throws(ReceiptsError) {
        if user.string.isEmpty { throw ReceiptsError(.invalidArgument, "the user id is empty") }
        if user.string.utf8.count > ResourceID.maximumLength {
            throw ReceiptsError(
                .invalidArgument,
                "the user id is longer than \(ResourceID.maximumLength) bytes: \(user.string.prefix(40))…")
        }
    }

    private static func id(
        _ text: String, of kind: String, or code: ReceiptsError.Code
    ) throws(ReceiptsError) -> ResourceID {
        let id = ResourceID(text)
        let reason: String
        switch id.problem {
        case nil: return id
        case .empty: throw ReceiptsError(code, "the \(kind) id is empty")
        case .dots: reason = "\"\(text)\" is not allowed"
        case .containsSlash: reason = "it contains a slash"
        case .reserved, .notAnInteger: reason = "ids of the form __…__ are reserved"
        case .tooLong: reason = "it is longer than \(ResourceID.maximumLength) bytes"
        }
        let shown = text.count > 60 ? "\(text.prefix(60))…" : text
        throw ReceiptsError(code, "\"\(shown)\" is not a \(kind) id: \(reason)")
    }
}
