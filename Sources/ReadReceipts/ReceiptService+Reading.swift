import FirestoreClient
import FirestoreModel

/// Reading conversations and messages.
extension ReceiptService {
    /// Reads a conversation.
    ///
    /// - Parameter id: The conversation's id.
    /// - Throws: ``ReceiptsError/Code/notFound`` when there is none.
    public func conversation(_ id: String) async throws(ReceiptsError) -> Conversation {
        let paths = try ChatPaths(conversation: id, schema: schema)
        guard let document = try await read([paths.conversation], fields: [schema.members])[0] else {
            throw noConversation(id, paths)
        }
        return Conversation(document, schema: schema)
    }

    /// Reads messages by id.
    ///
    /// - Returns: The messages in the order asked, and the ids of those that are not there.
    public func messages(
        conversation: String, ids: [String]
    ) async throws(ReceiptsError) -> (found: [Message], missing: [String]) {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var asked: [DocumentPath] = []
        for id in ids { asked.append(try paths.message(id)) }
        let documents = try await read(asked, fields: messageFields)
        return (
            documents.compactMap { $0.map { Message($0, schema: schema) } },
            zip(asked, documents).filter { $1 == nil }.map(\.0.id.string)
        )
    }

    /// Reads all messages of a conversation, oldest first.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - sender: Whose messages to read; nil for everybody's.
    public func messages(conversation: String, sender: String? = nil) async throws(ReceiptsError) -> [Message]
    {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var query = StructuredQuery(
            select: DocumentMask(messageFields.map { FieldPath([$0]) }),
            from: [StructuredQuery.CollectionSelector(schema.messages)])
        if let sender { query.filter = .field(FieldPath([schema.sender]), .equal, .string(sender)) }
        do throws(FirestoreError) {
            return try await firestore.runQuery(parent: paths.conversation, query).documents
                .map { Message($0, schema: schema) }.sorted(by: Message.isOlder)
        } catch {
            throw ReceiptsError(error)
        }
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
        conversation: String, before message: Message?, limit: Int
    ) async throws(ReceiptsError) -> [Message] {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var query = StructuredQuery(
            select: DocumentMask(fields: messageFields),
            from: [StructuredQuery.CollectionSelector(schema.messages)],
            orderBy: [
                StructuredQuery.Order(FieldPath([schema.timestamp]), .descending),
                StructuredQuery.Order(.documentID(), .descending),
            ], limit: limit)
        if let message {
            guard let time = message.timestamp else {
                throw ReceiptsError(
                    .invalidArgument, "message \"\(message.id)\" has no time, so nothing is before it")
            }
            let name = DocumentName(firestore.database, try paths.message(message.id))
            query.startAt = StructuredQuery.Cursor([.timestamp(time), .reference(name)], before: false)
        }
        do throws(FirestoreError) {
            return try await firestore.runQuery(parent: paths.conversation, query).documents
                .map { Message($0, schema: schema) }.reversed()
        } catch {
            throw ReceiptsError(error)
        }
    }

    /// Reads the conversations that a user is a member of, by id.
    public func conversations(of user: String) async throws(ReceiptsError) -> [Conversation] {
        try ChatPaths.check(user: user)
        let query = StructuredQuery(
            select: DocumentMask(fields: [schema.members]),
            from: [StructuredQuery.CollectionSelector(schema.conversations)],
            filter: .field(FieldPath([schema.members]), .arrayContains, .string(user)))
        do throws(FirestoreError) {
            return try await firestore.runQuery(parent: nil, query).documents
                .map { Conversation($0, schema: schema) }
        } catch {
            throw ReceiptsError(error)
        }
    }

    /// Reads the messages of a conversation that may have changed, with the fields that receipts need of them.
    func poll(
        _ paths: ChatPaths, within horizon: Horizon, _ options: ListenerOptions
    ) async throws(ReceiptsError) -> [Document] {
        var query = StructuredQuery(
            select: DocumentMask(fields: schema.displayFields + (options.includesText ? [schema.text] : [])),
            from: [StructuredQuery.CollectionSelector(schema.messages)],
            filter: horizon.filter(schema.timestamp))
        if let newest = options.newest {
            query.orderBy = [StructuredQuery.Order(FieldPath([schema.timestamp]), .descending)]
            query.limit = newest
        }
        do throws(FirestoreError) {
            return try await firestore.runQuery(parent: paths.conversation, query).documents
        } catch {
            throw ReceiptsError(error)
        }
    }

    func noConversation(_ id: String, _ paths: ChatPaths) -> ReceiptsError {
        ReceiptsError(.notFound, "there is no conversation \"\(id)\" (\(paths.conversation))")
    }

    /// Checks that a user takes part in a conversation.
    func check(_ user: String, isMemberOf conversation: Conversation) throws(ReceiptsError) {
        if conversation.members.contains(where: { $0.hasSameUTF8(as: user) }) { return }
        throw ReceiptsError(
            .notAMember,
            "user \"\(user)\" is not a member of conversation \"\(conversation.id)\" "
                + "(\(schema.conversations)/\(conversation.id), field \(schema.members))")
    }

    private var messageFields: [String] {
        schema.displayFields + [schema.text]
    }

    func read(_ paths: [DocumentPath], fields: [String]) async throws(ReceiptsError) -> [Document?] {
        do throws(FirestoreError) {
            return try await firestore.batchGet(
                paths.map { DocumentName(firestore.database, $0) },
                mask: DocumentMask(fields.map { FieldPath([$0]) }))
        } catch {
            throw ReceiptsError(error)
        }
    }
}
