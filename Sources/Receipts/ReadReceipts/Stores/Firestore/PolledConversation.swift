import FirestoreModel
import Synchronization

/// A conversation on Cloud Firestore, which is polled.
final class PolledConversation: ConversationSource {
    let chats: FirestoreChats
    let paths: ChatPaths
    let options: ListenerOptions
    /// When the cursors known so far last moved: nobody asks for older moves again.
    private let lastMove = Mutex<Timestamp?>(nil)

    init(chats: FirestoreChats, paths: ChatPaths, options: ListenerOptions) {
        self.chats = chats
        self.paths = paths
        self.options = options
    }

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

    func cursors() async throws(ReceiptsError) -> CursorsReading {
        guard let query = chats.cursorQuery(since: lastMove.withLock(\.self)) else {
            return CursorsReading()
        }
        let cursors = try await chats.run(query, below: paths.conversation).map {
            ReceiptCursor($0, schema: chats.schema)
        }
        if let newest = cursors.compactMap(\.updatedAt).max() { lastMove.withLock { $0 = newest } }
        return CursorsReading(changed: cursors, documentsRead: max(1, cursors.count))
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
