import FirestoreModel

/// The paths of one conversation and its messages.
struct ChatPaths: Sendable {
    let conversation: DocumentPath
    let messages: CollectionPath

    /// Finds the paths of a conversation.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` if Firestore does not accept the id.
    init(conversation id: ConversationID, schema: ReceiptSchema) throws(ReceiptsError) {
        let id = try ChatPaths.id(id.string, of: "conversation", or: .invalidConversation)
        conversation = DocumentPath(CollectionPath(parent: nil, id: ResourceID(schema.conversations)), id)
        messages = CollectionPath(parent: conversation, id: ResourceID(schema.messages))
    }

    func message(_ id: MessageID) throws(ReceiptsError) -> DocumentPath {
        DocumentPath(messages, try ChatPaths.id(id.string, of: "message", or: .invalidArgument))
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
