import FirestoreModel
import RealtimeDatabase

/// A conversation in a Realtime Database, which pushes its changes.
struct StreamedConversation: ConversationSource {
    private let conversationID: ConversationID
    private let chats: RealtimeChats
    private let members: FollowedNode
    private let messages: FollowedNode

    init(_ conversationID: ConversationID, chats: RealtimeChats, newest: Int?) {
        self.conversationID = conversationID
        self.chats = chats
        members = FollowedNode(
            chats.conversationReference(conversationID).child(chats.schema.members).changes())
        let all = chats.messages(in: conversationID)
        let shown = newest.map {
            all.queryOrdered(byChild: chats.schema.timestamp).queryLimited(toLast: $0).changes()
        }
        messages = FollowedNode(shown ?? all.changes())
    }

    var isPushed: Bool { true }

    func conversation() async throws(ReceiptsError) -> Conversation? {
        chats.conversation(conversationID, members: try await members.value())
    }

    func messages(
        within horizon: Horizon
    ) async throws(ReceiptsError) -> (messages: [Message], within: Horizon) {
        (chats.messages(below: try await messages.value()), .everything)
    }

    func signals() -> AsyncStream<ConversationSignal>? {
        let (signals, continuation) = AsyncStream.makeStream(of: ConversationSignal.self)
        let following = Task {
            await withTaskGroup { group in
                group.addTask { await members.follow { continuation.yield(.members) } }
                group.addTask { await messages.follow { continuation.yield(.messages) } }
            }
        }
        continuation.onTermination = { _ in following.cancel() }
        return signals
    }
}
