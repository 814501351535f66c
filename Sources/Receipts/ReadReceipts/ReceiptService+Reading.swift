/// Reading conversations and messages.
extension ReceiptService {
    /// Reads a conversation.
    ///
    /// - Parameter id: The conversation's id.
    /// - Throws: ``ReceiptsError/Code/notFound`` if it does not exist.
    public func conversation(_ id: ConversationID) async throws(ReceiptsError) -> Conversation {
        guard let conversation = try await store.conversation(id) else { throw store.noConversation(id) }
        return conversation
    }

    /// Reads the members of a conversation and, in schemas with cursors, how far each has come: one read for each cursor.
    ///
    /// - Throws: ``ReceiptsError/Code/notFound`` if the conversation does not exist.
    public func audience(of id: ConversationID) async throws(ReceiptsError) -> ReceiptAudience {
        let conversation = try await self.conversation(id)
        return ReceiptAudience(conversation, cursors: try await store.cursors(in: id), schema: schema)
    }

    /// Reads the members of a conversation, and what is needed to tell the receipts of some messages, in the way that is billed least: the
    /// cursors of all members, or counts by the server, one read for each stage of a message and 1,000 cursors counted.
    ///
    /// A count takes two messages of one time for one.
    ///
    /// - Parameters:
    ///   - id: The conversation.
    ///   - messages: The messages, of which only those of one sender show receipts.
    /// - Throws: ``ReceiptsError/Code/notFound`` if the conversation does not exist.
    public func audience(
        of id: ConversationID, for messages: [Message]
    ) async throws(ReceiptsError) -> ReceiptAudience {
        try await audience(of: id, for: messages, seenBy: nil)
    }

    /// The same, with how far a user has come: at most one more read.
    package func audience(
        of id: ConversationID, for messages: [Message], seenBy user: UserID?
    ) async throws(ReceiptsError) -> ReceiptAudience {
        let conversation = try await self.conversation(id)
        guard schema.cursors != nil else { return ReceiptAudience(conversation) }
        let counted = messages.filter { !$0.isSystemMessage && $0.position != nil }
        let members = conversation.members.count
        let cost = LargeGroup.reads(toCount: counted.count, stages: schema.stages.count, members: members)
        if max(1, cost) >= members {
            return ReceiptAudience(conversation, cursors: try await store.cursors(in: id), schema: schema)
        }
        let counts = CountedMessages(since: nil, counts: try await store.counts(of: counted, in: id).counts)
        var own: ReceiptCursor?
        if let user { own = try await store.cursor(of: user, in: id) }
        return ReceiptAudience(
            conversation, cursors: [own].compactMap(\.self), counted: counts, schema: schema)
    }

    /// Reads how far a user has come in a conversation: one read.
    ///
    /// - Returns: nil in schemas without cursors, and for a user who has none yet.
    public func cursor(
        of user: UserID, in conversation: ConversationID
    ) async throws(ReceiptsError) -> ReceiptCursor? {
        try schema.check(user: user)
        return try await store.cursor(of: user, in: conversation)
    }

    /// Checks that a conversation exists and that a user is a member of it.
    ///
    /// - Throws: ``ReceiptsError/Code/notFound``, ``ReceiptsError/Code/notAMember``.
    package func checkMembership(of user: UserID, in conversation: ConversationID) async throws(ReceiptsError)
    {
        try schema.check(user: user)
        try store.check(user, isMemberOf: try await self.conversation(conversation))
    }

    /// Reads messages by id.
    ///
    /// - Returns: The messages in the order of the ids, and the ids of missing messages.
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
    ///   - sender: Reads only this user's messages; nil for all messages.
    public func messages(conversation: ConversationID, sender: UserID? = nil) async throws(ReceiptsError)
        -> [Message]
    {
        try await store.messages(in: conversation, sender: sender)
    }

    /// Reads a page of a conversation's messages, oldest first: the newest messages, or those before a given message.
    ///
    /// Messages without a time are on no page.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - message: The message before which the page ends; nil for the newest page.
    ///   - limit: The maximum number of messages. Fewer are returned only at the beginning of the conversation.
    public func messages(
        conversation: ConversationID, before message: Message?, limit: Int
    ) async throws(ReceiptsError) -> [Message] {
        if let message, message.timestamp == nil {
            throw ReceiptsError(
                .invalidArgument, "message \"\(message.id)\" has no time, so no messages come before it")
        }
        return try await store.messages(in: conversation, before: message, limit: limit)
    }

    /// Whether a conversation has any message, of any schema.
    package func hasMessages(conversation: ConversationID) async throws(ReceiptsError) -> Bool {
        try await !store.newestMessages(in: conversation).isEmpty
    }

    /// Reads the conversations that a user is a member of, by id.
    public func conversations(of user: UserID) async throws(ReceiptsError) -> [Conversation] {
        try schema.check(user: user)
        return try await store.conversations(of: user)
    }

    /// Reads a conversation with its title; nil for a missing one.
    ///
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` for an invalid id.
    package func titledConversation(_ id: ConversationID) async throws(ReceiptsError) -> TitledConversation? {
        try await store.titledConversation(id)
    }

    /// Reads the first conversations by id, with any members. Only administrators may do this.
    package func titledConversations(limit: Int) async throws(ReceiptsError) -> [TitledConversation] {
        try await store.titledConversations(limit: limit)
    }
}

extension ReceiptService {
    /// Checks whether the server answers, by asking for something that does not exist.
    ///
    /// - Parameter isNobody: Whether to ask without signing in, which needs no token.
    /// - Throws: The server's refusal, or why it did not answer.
    package func probe(asNobody isNobody: Bool) async throws(ReceiptsError) {
        try await store.probe(asNobody: isNobody)
    }
}
