import FirestoreModel

/// A conversation on Cloud Firestore, which is polled.
struct PolledConversation: ConversationSource {
    let chats: FirestoreChats
    let paths: ChatPaths
    let options: ListenerOptions

    var isPushed: Bool { false }

    func conversation() async throws(ReceiptsError) -> Conversation? {
        try await chats.read([paths.conversation], fields: [chats.schema.members])[0].map {
            Conversation($0, schema: chats.schema)
        }
    }

    func messages(
        within horizon: Horizon
    ) async throws(ReceiptsError) -> (messages: [Message], within: Horizon) {
        let schema = chats.schema
        var query = StructuredQuery(
            select: DocumentMask(fields: chats.displayFields + (options.includesText ? [schema.text] : [])),
            from: [StructuredQuery.CollectionSelector(schema.messages)],
            filter: horizon.filter(schema.timestamp))
        if let newest = options.newest {
            query.orderBy = [StructuredQuery.Order(FieldPath([schema.timestamp]), .descending)]
            query.limit = newest
        }
        let documents = try await chats.run(query, below: paths.conversation)
        return (documents.map(chats.message), horizon)
    }

    func signals() -> AsyncStream<ConversationSignal>? { nil }
}
