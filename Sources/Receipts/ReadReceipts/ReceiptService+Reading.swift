/// Reading conversations and messages.
extension ReceiptService {
    /// Reads a conversation.
    ///
    /// - Parameter id: The conversation's id.
    /// - Throws: ``ReceiptsError/Code/notFound`` when there is none.
    public func conversation(_ id: ConversationID) async throws(ReceiptsError) -> Conversation {
        guard let conversation = try await store.conversation(id) else { throw store.noConversation(id) }
        return conversation
    }

    /// Checks that a conversation is there, and that a user is a member of it.
    ///
    /// - Throws: ``ReceiptsError/Code/notFound``, ``ReceiptsError/Code/notAMember``.
    package func checkMembership(of user: UserID, in conversation: ConversationID) async throws(ReceiptsError)
    {
        try schema.check(user: user)
        try store.check(user, isMemberOf: try await self.conversation(conversation))
    }

    /// Reads messages by id.
    ///
    /// - Returns: The messages in the order asked, and the ids of those that are not there.
    public func messages(
        conversation: ConversationID, ids: [MessageID]
    ) async throws(ReceiptsError) -> (found: [Message], missing: [MessageID]) {
        let messages = try await store.messages(in: conversation, ids: ids)
        return (messages.compactMap(\.self), zip(ids, messages).filter { $1 == nil }.map(\.0))
    }

    /// Reads all messages of a conversation, oldest first.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - sender: Whose messages to read; nil for everybody's.
    public func messages(conversation: ConversationID, sender: UserID? = nil) async throws(ReceiptsError)
        -> [Message]
    {
        try await store.messages(in: conversation, sender: sender)
    }

    /// Reads a page of a conversation's messages, oldest first: the newest ones, or those before a message that is known.
    ///
    /// Messages without a time are on no page.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - message: The oldest message that is known; nil for the newest page.
    ///   - limit: How many messages at most; fewer come only from the beginning of the conversation.
    public func messages(
        conversation: ConversationID, before message: Message?, limit: Int
    ) async throws(ReceiptsError) -> [Message] {
        if let message, message.timestamp == nil {
            throw ReceiptsError(
                .invalidArgument, "message \"\(message.id)\" has no time, so nothing is before it")
        }
        return try await store.messages(in: conversation, before: message, limit: limit)
    }

    /// Whether a conversation has any message, whatever is in it.
    package func hasMessages(conversation: ConversationID) async throws(ReceiptsError) -> Bool {
        try await !store.newestMessages(in: conversation).isEmpty
    }

    /// Reads the conversations that a user is a member of, by id.
    public func conversations(of user: UserID) async throws(ReceiptsError) -> [Conversation] {
        try schema.check(user: user)
        return try await store.conversations(of: user)
    }

    /// Reads a conversation with its title; nil for one that is not there.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` for an id that is none.
    package func titledConversation(_ id: ConversationID) async throws(ReceiptsError) -> TitledConversation? {
        try await store.titledConversation(id)
    }

    /// Reads the first conversations by id, whoever their members are: that is for administrators.
    package func titledConversations(limit: Int) async throws(ReceiptsError) -> [TitledConversation] {
        try await store.titledConversations(limit: limit)
    }
}

extension ReceiptService {
    /// Asks the server for something that is not there, to see whether it answers.
    ///
    /// - Parameter isNobody: Whether to ask as nobody, which needs no token.
    /// - Throws: The server's refusal, or why it did not answer.
    package func probe(asNobody isNobody: Bool) async throws(ReceiptsError) {
        try await store.probe(asNobody: isNobody)
    }
}
