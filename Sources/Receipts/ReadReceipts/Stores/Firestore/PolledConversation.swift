import FirestoreClient
import FirestoreModel
import Synchronization

/// A conversation on Cloud Firestore, which is polled.
final class PolledConversation: ConversationSource {
    let chats: FirestoreChats
    let paths: ChatPaths
    let options: ListenerOptions
    /// When the cursors known so far last moved: nobody asks for older moves again.
    private let lastMove = Mutex<(scope: CursorScope, time: Timestamp?)>((.all, nil))

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

    func cursors(_ scope: CursorScope) async throws(ReceiptsError) -> CursorsReading {
        switch scope {
        case .counted: return CursorsReading()
        case .own(let user): return try await present(of: user)?.cursors ?? CursorsReading()
        case .all, .moved: break
        }
        let since = lastMove.withLock { last in
            if last.scope != scope { last = (scope, scope.start) }
            return last.time
        }
        guard let query = chats.cursorQuery(since: since) else { return CursorsReading() }
        let cursors = try await chats.run(query, below: paths.conversation).map {
            ReceiptCursor($0, schema: chats.schema)
        }
        if let newest = cursors.compactMap(\.updatedAt).max() { lastMove.withLock { $0.time = newest } }
        return CursorsReading(changed: cursors, documentsRead: max(1, cursors.count))
    }

    func present(
        of user: UserID?
    ) async throws(ReceiptsError) -> (cursors: CursorsReading, time: Timestamp)? {
        guard var query = chats.cursorQuery(), let collection = paths.cursors else { return nil }
        query.limit = 1
        if let user {
            let name = DocumentName(chats.firestore.database, try ChatPaths.cursor(of: user, in: collection))
            query.filter = .field(.documentID(), .equal, .reference(name))
        }
        let answer: QueryAnswer
        do throws(FirestoreError) {
            answer = try await chats.firestore.runQuery(parent: paths.conversation, query)
        } catch {
            throw ReceiptsError(error)
        }
        guard let time = answer.readTime else { return nil }
        let own = user == nil ? [] : answer.documents.map { ReceiptCursor($0, schema: chats.schema) }
        return (CursorsReading(changed: own, documentsRead: 1), time)
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
