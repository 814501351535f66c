import FirestoreModel
import RealtimeDatabase

/// A conversation in a Realtime Database, which pushes its changes.
struct StreamedConversation: ConversationSource {
    private let conversationID: ConversationID
    private let chats: RealtimeChats
    private let members: FollowedNode
    private let messages: FollowedNode
    private let readsMembers: Bool

    init(_ conversationID: ConversationID, chats: RealtimeChats, newest: Int?, readsMembers: Bool) {
        self.conversationID = conversationID
        self.chats = chats
        self.readsMembers = readsMembers
        members = FollowedNode(
            chats.conversationReference(conversationID).child(chats.schema.members).changes())
        let all = chats.messages(in: conversationID)
        let shown = newest.map {
            all.queryOrdered(byChild: chats.schema.timestamp).queryLimited(toLast: $0).changes()
        }
        messages = FollowedNode(shown ?? all.changes())
    }

    var isPushed: Bool { true }

    func conversation() async throws(ReceiptsError) -> ConversationReading {
        let members = try await members.value()
        return ConversationReading(
            conversation: chats.conversation(conversationID, members: members), documentsRead: 1)
    }

    func messages(within horizon: Horizon) async throws(ReceiptsError) -> MessagesReading {
        let messages = chats.messages(below: try await messages.value())
        return MessagesReading(
            content: .complete(messages, within: .everything), documentsRead: max(1, messages.count))
    }

    func follow(_ onChange: @escaping @Sendable (ConversationSignal) -> Void) async {
        guard readsMembers else { return await messages.follow { onChange(.messages) } }
        async let members: Void = members.follow { onChange(.members) }
        await messages.follow { onChange(.messages) }
        await members
    }
}
