import FirestoreModel
import RealtimeDatabase
import RealtimeDatabaseModel

extension RealtimeChats {
    func conversation(_ id: ConversationID) async throws(ReceiptsError) -> Conversation? {
        try schema.check(conversation: id)
        let members = conversationReference(id).child(schema.members)
        return try await conversation(id, members: call(members.getData).node)
    }

    /// The conversation with these members; nil if there are none.
    func conversation(_ id: ConversationID, members: DataNode) -> Conversation? {
        members.isNull ? nil : Conversation(id: id, members: RealtimeChats.users(members))
    }

    /// The ids in the keys. Keys with the value false do not count.
    private static func users(_ node: DataNode) -> [UserID] {
        node.children.filter { $0.value != .boolean(false) }.map { UserID($0.key.string) }
    }

    /// Reads all conversations, so the caller needs permission to do that.
    func conversations(of user: UserID) async throws(ReceiptsError) -> [Conversation] {
        try schema.check(user: user)
        let all = try await call(database.reference(withPath: schema.conversations).getData)
        let members = DataKey(schema.members)
        return all.node.children.compactMap { key, node in
            conversation(ConversationID(key.string), members: node.child(members))
        }.filter { $0.members.contains(user) }
    }

    func titledConversation(_ id: ConversationID) async throws(ReceiptsError) -> TitledConversation? {
        try schema.check(conversation: id)
        return titled(id, try await call(conversationReference(id).getData).node)
    }

    func titledConversations(limit: Int) async throws(ReceiptsError) -> [TitledConversation] {
        let first = database.reference(withPath: schema.conversations).queryOrderedByKey()
            .queryLimited(toFirst: limit)
        return try await call(first.getData).node.children.compactMap {
            titled(ConversationID($0.key.string), $0.value)
        }
    }

    private func titled(_ id: ConversationID, _ node: DataNode) -> TitledConversation? {
        conversation(id, members: node.child(DataKey(schema.members))).map { conversation in
            TitledConversation(conversation) {
                if case .string(let title) = node.child(DataKey($0)) { title } else { nil }
            }
        }
    }

    func messages(in conversation: ConversationID, ids: [MessageID]) async throws(ReceiptsError) -> [Message?]
    {
        try schema.check(conversation: conversation, messageIDs: ids)
        let found = try await nodes(in: conversation, ids: ids).nodes
        return ids.map { id in found[DataKey(id.string)].map { message(id, $0) } }
    }

    /// Reads messages by querying the range of their keys: the messages that a user sees are usually next to each other.
    ///
    /// - Returns: The existing messages, and the number of messages read to find them.
    func nodes(
        in conversation: ConversationID, ids: [MessageID]
    ) async throws(ReceiptsError) -> (nodes: [DataKey: DataNode], readCount: Int) {
        let asked = Set(ids.map { DataKey($0.string) })
        guard let first = asked.min(), let last = asked.max() else { return ([:], 0) }
        var query = messages(in: conversation).queryOrderedByKey()
            .queryStarting(atValue: first.string).queryEnding(atValue: last.string)
            .queryLimited(toFirst: RealtimeChats.pageSize)
        var (found, count): ([DataKey: DataNode], Int) = ([:], 0)
        while true {
            let page = try await call(query.getData).node.children
            count += max(page.count, 1)
            for (key, node) in page where asked.contains(key) { found[key] = node }
            guard page.count == RealtimeChats.pageSize, let last = page.last?.key else {
                return (found, count)
            }
            query = messages(in: conversation).queryOrderedByKey()
                .queryStarting(afterValue: last.string)
                .queryEnding(atValue: asked.max()?.string ?? "")
                .queryLimited(toFirst: RealtimeChats.pageSize)
        }
    }

    /// The number of messages per request.
    static let pageSize = 1000

    func message(
        _ id: MessageID, in conversation: ConversationID
    ) async throws(ReceiptsError) -> (conversation: Conversation?, message: Message?) {
        try schema.check(conversation: conversation, messageIDs: [id])
        async let members = self.conversation(conversation)
        let node = try await call(messages(in: conversation).child(id.string).getData).node
        let message = node.isNull ? nil : self.message(id, node)
        do { return (try await members, message) } catch let error as ReceiptsError { throw error } catch {
            throw ReceiptsError(.cancelled, "\(error)")
        }
    }

    func messages(in conversation: ConversationID, sender: UserID?) async throws(ReceiptsError) -> [Message] {
        try schema.check(conversation: conversation)
        let node = try await call(messages(in: conversation).getData).node
        let messages = messages(below: node).sorted(by: Message.isOlder)
        guard let sender else { return messages }
        return messages.filter { $0.senderID == sender }
    }

    func messages(
        in conversation: ConversationID, before message: Message?, limit: Int
    ) async throws(ReceiptsError) -> [Message] {
        try schema.check(conversation: conversation)
        var query = messages(in: conversation).queryOrdered(byChild: schema.timestamp)
        if let message, let time = message.timestamp {
            query = query.queryEnding(beforeValue: time.milliseconds, childKey: message.id.string)
        }
        // Messages without a time come first.
        query = query.queryStarting(afterValue: true).queryLimited(toLast: limit)
        return messages(below: try await call(query.getData).node).sorted(by: Message.isOlder)
    }

    func newestMessages(in conversation: ConversationID) async throws(ReceiptsError) -> [Message] {
        try schema.check(conversation: conversation)
        // The database's own keys are in order of time, and need no index.
        let query = messages(in: conversation).queryOrderedByKey().queryLimited(
            toLast: Self.layoutSampleSize)
        return messages(below: try await call(query.getData).node)
    }

    func profiles(of users: [UserID]) async throws(ReceiptsError) -> [UserProfile?] {
        if let profileChats { return try await profileChats.profiles(of: users) }
        let asked = users.enumerated().filter { DataKey($0.element.string).problem == nil }
        var profiles = [UserProfile?](repeating: nil, count: users.count)
        do {
            try await withThrowingTaskGroup(of: (place: Int, profile: UserProfile?).self) { group in
                for (count, (place, user)) in asked.enumerated() {
                    // The next one starts when one has ended.
                    if count >= RealtimeChats.concurrentReads, let found = try await group.next() {
                        profiles[found.place] = found.profile
                    }
                    group.addTask { (place, try await profile(of: user)) }
                }
                for try await found in group { profiles[found.place] = found.profile }
            }
        } catch let error as ReceiptsError {
            throw error
        } catch {
            throw ReceiptsError(.cancelled, "the reading of profiles was cancelled")
        }
        return profiles
    }

    /// The number of simultaneous reads of profiles.
    private static let concurrentReads = 16

    private func profile(of user: UserID) async throws(ReceiptsError) -> UserProfile? {
        let place = database.reference(withPath: schema.users).child(user.string)
        let node = try await call(place.getData).node
        return node.isNull ? nil : UserProfile(id: user, node, schema: schema)
    }

    func signals(ofMessage id: MessageID, in conversation: ConversationID) -> AsyncStream<Void>? {
        let places = [
            messages(in: conversation).child(id.string),
            conversationReference(conversation).child(schema.members),
        ]
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let following = Task {
                await withTaskGroup { group in
                    for place in places {
                        group.addTask {
                            await FollowedNode(place.changes()).follow { continuation.yield() }
                        }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in following.cancel() }
        }
    }

    func source(
        of conversation: ConversationID, _ options: ListenerOptions, readsMembers: Bool
    ) throws(ReceiptsError) -> any ConversationSource {
        try schema.check(conversation: conversation)
        return StreamedConversation(
            conversation, chats: self, newest: options.newest, readsMembers: readsMembers)
    }

    func memberships(of user: UserID, _ options: ListenerOptions) -> any MembershipSource {
        PolledMemberships(user: user, store: self)
    }
}
