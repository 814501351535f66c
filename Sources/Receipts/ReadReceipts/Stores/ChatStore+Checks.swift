import FirestoreModel

/// What holds in every database.
extension ChatStore {
    /// Checks that ids are such as the database takes.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation``, ``ReceiptsError/Code/invalidArgument``.
    func check(conversation: ConversationID, messageIDs: [MessageID] = []) throws(ReceiptsError) {
        try schema.check(conversation: conversation, messageIDs: messageIDs)
    }

    func noConversation(_ id: ConversationID) -> ReceiptsError {
        ReceiptsError(.notFound, "there is no conversation \"\(id)\" (\(schema.path(ofConversation: id)))")
    }

    /// Checks that a user takes part in a conversation.
    func check(_ user: UserID, isMemberOf conversation: Conversation) throws(ReceiptsError) {
        if conversation.members.contains(user) { return }
        throw ReceiptsError(
            .notAMember,
            "user \"\(user)\" is not a member of conversation \"\(conversation.id)\" "
                + "(\(schema.path(ofConversation: conversation.id)), field \(schema.members))")
    }
}
