import FirestoreModel

/// Checks for every kind of database.
extension ChatStore {
    /// Checks that the database accepts ids.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation``, ``ReceiptsError/Code/invalidArgument``.
    func check(conversation: ConversationID, messageIDs: [MessageID] = []) throws(ReceiptsError) {
        try schema.check(conversation: conversation, messageIDs: messageIDs)
    }

    func noConversation(_ id: ConversationID) -> ReceiptsError {
        ReceiptsError(.notFound, "there is no conversation \"\(id)\" (\(schema.path(ofConversation: id)))")
    }

    /// Checks that a user is a member of a conversation.
    func check(_ user: UserID, isMemberOf conversation: Conversation) throws(ReceiptsError) {
        if conversation.members.contains(user) { return }
        throw notAMember(user, of: conversation.id)
    }

    func notAMember(_ user: UserID, of id: ConversationID) -> ReceiptsError {
        ReceiptsError(
            .notAMember,
            "user \"\(user)\" is not a member of conversation \"\(id)\" "
                + "(\(schema.path(ofConversation: id)), field \(schema.members))")
    }
}
