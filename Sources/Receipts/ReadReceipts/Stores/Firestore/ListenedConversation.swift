import FirestoreClient
import FirestoreModel
import Synchronization

/// A conversation on Cloud Firestore that is listened to; polled if the server or something on the way has no streams.
final class ListenedConversation: ConversationSource {
    private let polled: PolledConversation
    private let members: FollowedTarget
    private let messages: FollowedTarget
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

    func follow(_ onChange: @escaping @Sendable (ConversationSignal) -> Void) async {
        guard readsMembers else { return await messages.follow { onChange(.messages) } }
        async let members: Void = members.follow { onChange(.members) }
        await messages.follow { onChange(.messages) }
        await members
    }
}
