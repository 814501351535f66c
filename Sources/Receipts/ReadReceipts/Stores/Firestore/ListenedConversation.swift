import FirestoreClient
import FirestoreModel
import Synchronization

/// A conversation on Cloud Firestore that is listened to; polled if the server or something on the way has no streams.
final class ListenedConversation: ConversationSource {
    private let polled: PolledConversation
    private let members: FollowedTarget
    private let messages: FollowedTarget
    private let moves: FollowedTarget?
    private let readsMembers: Bool
    private let fallback: PollingFallback
    private let latest = Mutex<Conversation?>(nil)

    /// - Parameters:
    ///   - polled: The same conversation, polled.
    ///   - readsMembers: Whether the members are listened to, too.
    init(_ polled: PolledConversation, readsMembers: Bool) {
        self.polled = polled
        self.readsMembers = readsMembers
        let (firestore, path) = (polled.chats.firestore, polled.paths.conversation)
        let query = polled.query(within: .everything)
        fallback = PollingFallback("\(path)", logger: firestore.logger)
        members = FollowedTarget { firestore.listen(to: [path], subject: "\(path)") }
        messages = FollowedTarget {
            firestore.listen(to: query, below: path, subject: "the messages of \(path)")
        }
        moves = polled.chats.cursorQuery().map { query in
            FollowedTarget { firestore.listen(to: query, below: path, subject: "the cursors of \(path)") }
        }
    }

    var isPushed: Bool { !fallback.isPolling }

    func conversation() async throws(ReceiptsError) -> ConversationReading {
        guard isPushed else { return try await polled.conversation() }
        do throws(FirestoreError) {
            let changes = try await members.take()
            let (path, schema) = (polled.paths.conversation, polled.chats.schema)
            return latest.withLock { conversation in
                if let change = changes?.documents.first(where: { $0.key.path == path }) {
                    conversation = change.value.map { Conversation($0, schema: schema) }
                }
                return ConversationReading(
                    conversation: conversation, documentsRead: changes?.documentsRead ?? 0)
            }
        } catch {
            try fallback.poll(after: error, of: members)
            return try await polled.conversation()
        }
    }

    func messages(within horizon: Horizon) async throws(ReceiptsError) -> MessagesReading {
        guard isPushed else { return try await polled.messages(within: horizon) }
        do throws(FirestoreError) {
            let changes = try await messages.take()
            fallback.listen()
            var (changed, removed): ([Message], [MessageID]) = ([], [])
            for (name, document) in changes?.documents ?? [:] {
                if let document {
                    changed.append(polled.chats.message(document))
                } else {
                    removed.append(MessageID(name.path.id.string))
                }
            }
            return MessagesReading(
                content: .changes(changed, removed: removed), documentsRead: changes?.documentsRead ?? 0)
        } catch {
            try fallback.poll(after: error, of: messages)
            return try await polled.messages(within: horizon)
        }
    }

    func cursors() async throws(ReceiptsError) -> CursorsReading {
        guard isPushed, let moves else { return try await polled.cursors() }
        do throws(FirestoreError) {
            guard let changes = try await moves.take() else { return CursorsReading() }
            fallback.listen()
            var reading = CursorsReading(documentsRead: changes.documentsRead)
            for (name, document) in changes.documents {
                if let document {
                    reading.changed.append(ReceiptCursor(document, schema: polled.chats.schema))
                } else {
                    reading.removed.append(UserID(name.path.id.string))
                }
            }
            return reading
        } catch {
            try fallback.poll(after: error, of: moves)
            return try await polled.cursors()
        }
    }

    func follow(_ onChange: @escaping @Sendable (ConversationSignal) -> Void) async {
        await withTaskGroup { group in
            if readsMembers { group.addTask { await self.members.follow { onChange(.members) } } }
            if let moves { group.addTask { await moves.follow { onChange(.cursors) } } }
            group.addTask { await self.messages.follow { onChange(.messages) } }
        }
    }
}
