import FirestoreModel
import RealtimeDatabaseModel

/// Which ids are valid, and where they lead.
extension ReceiptSchema {
    /// Checks the ids of a conversation and of messages in it.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation``, ``ReceiptsError/Code/invalidArgument``.
    func check(conversation: ConversationID, messageIDs: [MessageID] = []) throws(ReceiptsError) {
        switch store {
        case .firestore:
            let paths = try ChatPaths(conversation: conversation, schema: self)
            for id in messageIDs { _ = try paths.message(id) }
        case .realtimeDatabase:
            try ReceiptSchema.checkKey(conversation.string, of: "conversation", or: .invalidConversation)
            for id in messageIDs {
                try ReceiptSchema.checkKey(id.string, of: "message", or: .invalidArgument)
            }
        }
    }

    /// Checks a user's id.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidArgument``.
    func check(user: UserID) throws(ReceiptsError) {
        switch store {
        case .firestore: try ChatPaths.check(user: user)
        case .realtimeDatabase:
            try ReceiptSchema.checkKey(user.string, of: "user", or: .invalidArgument)
        }
    }

    private static func checkKey(
        _ id: String, of kind: String, or code: ReceiptsError.Code
    ) throws(ReceiptsError) {
        if id.isEmpty { throw ReceiptsError(code, "the \(kind) id is empty") }
        guard let problem = DataKey(id).problem else { return }
        throw ReceiptsError(code, "\"\(DataProblem.short(id))\" is not a \(kind) id: it \(problem)")
    }
}

/// Paths for error messages.
extension ReceiptSchema {
    func path(ofConversation id: ConversationID) -> String { "\(conversations)/\(id)" }

    func path(ofMessage id: MessageID, in conversation: ConversationID) -> String {
        switch store {
        case .firestore: "\(path(ofConversation: conversation))/\(messages)/\(id)"
        case .realtimeDatabase: "\(messages)/\(conversation)/\(id)"
        }
    }
}
