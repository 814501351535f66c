import FirestoreClient
import FirestoreModel

extension FirestoreChats {
    func conversation(_ id: ConversationID) async throws(ReceiptsError) -> Conversation? {
        let paths = try ChatPaths(conversation: id, schema: schema)
        return try await read([paths.conversation], fields: [schema.members])[0].map {
            Conversation($0, schema: schema)
        }
    }

    func conversations(of user: UserID) async throws(ReceiptsError) -> [Conversation] {
        try await run(memberships(of: user), below: nil).map { Conversation($0, schema: schema) }
    }

    /// The query for the conversations of a user.
    func memberships(of user: UserID) -> StructuredQuery {
        StructuredQuery(
            select: DocumentMask(fields: [schema.members]),
            from: [StructuredQuery.CollectionSelector(schema.conversations)],
            filter: .field(FieldPath([schema.members]), .arrayContains, .string(user.string)))
    }

    func titledConversation(_ id: ConversationID) async throws(ReceiptsError) -> TitledConversation? {
        let paths = try ChatPaths(conversation: id, schema: schema)
        return try await read([paths.conversation], fields: titledFields)[0].map(titled)
    }

    func titledConversations(limit: Int) async throws(ReceiptsError) -> [TitledConversation] {
        let query = StructuredQuery(
            select: DocumentMask(fields: titledFields),
            from: [StructuredQuery.CollectionSelector(schema.conversations)], limit: limit)
        return try await run(query, below: nil).map(titled)
    }

    private var titledFields: [String] { [schema.members] + TitledConversation.titleFields }

    private func titled(_ document: Document) -> TitledConversation {
        TitledConversation(Conversation(document, schema: schema)) {
            document.fields[FieldName($0)]?.stringValue
        }
    }

    func messages(in conversation: ConversationID, ids: [MessageID]) async throws(ReceiptsError) -> [Message?]
    {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var asked: [DocumentPath] = []
        for id in ids { asked.append(try paths.message(id)) }
        return try await read(asked, fields: messageFields).map { $0.map(message) }
    }

    func message(
        _ id: MessageID, in conversation: ConversationID
    ) async throws(ReceiptsError) -> (conversation: Conversation?, message: Message?) {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        let documents = try await read(
            [paths.conversation, try paths.message(id)], fields: [schema.members] + displayFields)
        return (
            documents[0].map { Conversation($0, schema: schema) },
            documents[1].map(message)
        )
    }

    func messages(in conversation: ConversationID, sender: UserID?) async throws(ReceiptsError) -> [Message] {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var query = StructuredQuery(
            select: DocumentMask(fields: messageFields),
            from: [StructuredQuery.CollectionSelector(schema.messages)])
        if let sender { query.filter = .field(FieldPath([schema.sender]), .equal, .string(sender.string)) }
        return try await run(query, below: paths.conversation).map(message).sorted(by: Message.isOlder)
    }

    func messages(
        in conversation: ConversationID, before message: Message?, limit: Int
    ) async throws(ReceiptsError) -> [Message] {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var query = StructuredQuery(
            select: DocumentMask(fields: messageFields),
            from: [StructuredQuery.CollectionSelector(schema.messages)],
            orderBy: [
                StructuredQuery.Order(FieldPath([schema.timestamp]), .descending),
                StructuredQuery.Order(.documentID(), .descending),
            ], limit: limit)
        if let message, let time = message.timestamp {
            let name = DocumentName(firestore.database, try paths.message(message.id))
            query.startAt = StructuredQuery.Cursor([.timestamp(time), .reference(name)], before: false)
        }
        return try await run(query, below: paths.conversation).map(self.message).reversed()
    }

    func newestMessages(in conversation: ConversationID) async throws(ReceiptsError) -> [Message] {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var query = StructuredQuery(
            select: DocumentMask(fields: markingFields),
            from: [StructuredQuery.CollectionSelector(schema.messages)],
            orderBy: [StructuredQuery.Order(FieldPath([schema.timestamp]), .descending)],
            limit: Self.layoutSampleSize)
        var documents = try await run(query, below: paths.conversation)
        if documents.isEmpty {
            // Other schemas may store the time in another field.
            query.orderBy = []
            documents = try await run(query, below: paths.conversation)
        }
        return documents.map(message)
    }

    func profiles(of users: [UserID]) async throws(ReceiptsError) -> [UserProfile?] {
        let collection = CollectionPath(parent: nil, id: ResourceID(schema.users))
        // An invalid document id has no profile.
        let ids = users.map { ResourceID($0.string) }
        let good = ids.filter { $0.problem == nil }
        let documents = try await read(
            good.map { DocumentPath(collection, $0) }, fields: [schema.displayName, schema.photoURL])
        let found = Dictionary(zip(good, documents)) { first, _ in first }
        return ids.map { (found[$0] ?? nil).map { UserProfile($0, schema: schema) } }
    }

    func source(
        of conversation: ConversationID, _ options: ListenerOptions, readsMembers: Bool
    ) throws(ReceiptsError) -> any ConversationSource {
        let polled = PolledConversation(
            chats: self, paths: try ChatPaths(conversation: conversation, schema: schema), options: options)
        if options.method == .polling || !firestore.canListen { return polled }
        return ListenedConversation(polled, readsMembers: readsMembers)
    }

    func memberships(of user: UserID, _ options: ListenerOptions) -> any MembershipSource {
        if options.method == .polling || !firestore.canListen {
            return PolledMemberships(user: user, store: self)
        }
        return ListenedMemberships(of: user, self)
    }

    private var messageFields: [String] { displayFields + [schema.text] }

    func run(
        _ query: StructuredQuery, below parent: DocumentPath?
    ) async throws(ReceiptsError) -> [Document] {
        do throws(FirestoreError) {
            return try await firestore.runQuery(parent: parent, query).documents
        } catch {
            throw ReceiptsError(error)
        }
    }

    func read(_ paths: [DocumentPath], fields: [String]) async throws(ReceiptsError) -> [Document?] {
        if paths.isEmpty { return [] }
        do throws(FirestoreError) {
            return try await firestore.batchGet(
                paths.map { DocumentName(firestore.database, $0) },
                mask: DocumentMask(fields.map { FieldPath([$0]) }))
        } catch {
            throw ReceiptsError(error)
        }
    }
}
