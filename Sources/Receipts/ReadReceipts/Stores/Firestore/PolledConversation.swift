import FirestoreModel

/// A conversation on Cloud Firestore, which is polled.
struct PolledConversation: ConversationSource {
    let chats: FirestoreChats
    let paths: ChatPaths
    let options: ListenerOptions

    var isPushed: Bool { false }

    func conversation() async throws(ReceiptsError) -> ConversationReading {
        let document = try await chats.read([paths.conversation], fields: [chats.schema.members])[0]
        return ConversationReading(
            conversation: document.map { Conversation($0, schema: chats.schema) }, documentsRead: 1)
    }

    func messages(within horizon: Horizon) async throws(ReceiptsError) -> MessagesReading {
        let documents = try await chats.run(query(within: horizon), below: paths.conversation)
        return MessagesReading(
            content: .complete(documents.map(chats.message), within: horizon),
            documentsRead: max(1, documents.count))
    }

    func follow(_ onChange: @escaping @Sendable (ConversationSignal) -> Void) async {}

    /// The query for the messages.
    func query(within horizon: Horizon) -> StructuredQuery {
        let schema = chats.schema
        var query = StructuredQuery(
            select: DocumentMask(fields: chats.displayFields + (options.includesText ? [schema.text] : [])),
            from: [StructuredQuery.CollectionSelector(schema.messages)],
            filter: horizon.filter(schema.timestamp))
        if let newest = options.newest {
            query.orderBy = [StructuredQuery.Order(FieldPath([schema.timestamp]), .descending)]
            query.limit = newest
        }
        return query
    }
}
