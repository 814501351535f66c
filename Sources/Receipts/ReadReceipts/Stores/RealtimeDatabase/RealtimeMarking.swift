import FirestoreClient
import FirestoreModel
import RealtimeDatabase
import RealtimeDatabaseModel

/// One call that marks messages of a Realtime Database: reads, decides, writes, and keeps count. A value for one use.
struct RealtimeMarking {
    private let chats: RealtimeChats
    private let receipt: Receipt
    private let conversationID: ConversationID
    private let user: UserID
    private var result = MarkResult()
    private var stamps: [ReadStamp] = []
    /// Which schemas the messages have that were read so far.
    private var evidence: LayoutEvidence

    init(_ receipt: Receipt, in conversation: ConversationID, by user: UserID, chats: RealtimeChats) {
        self.chats = chats
        self.receipt = receipt
        self.user = user
        conversationID = conversation
        evidence = chats.noEvidence
    }

    /// Marks the messages with these ids; a repeated id counts once, and nil means all.
    mutating func mark(_ ids: [MessageID]?) async throws(ReceiptsError) -> MarkResult {
        if ids?.isEmpty == true { return result }
        let conversation = try await chats.conversation(conversationID)
        result.documentsRead += 1
        if let conversation { try chats.check(user, isMemberOf: conversation) }
        let count: Int
        if let ids { count = try await decide(ids) } else { count = try await decideOnAll() }
        // A conversation without members is taken as it comes, as long as it has messages.
        if conversation == nil, count == 0 { throw chats.noConversation(conversationID) }
        return try await finish()
    }

    /// Marks messages as they were read a moment ago.
    mutating func mark(_ messages: [Message]) async throws(ReceiptsError) -> MarkResult {
        decide(messages)
        return try await finish()
    }

    /// Decides on some messages.
    ///
    /// - Returns: How many of them are there.
    private mutating func decide(_ ids: [MessageID]) async throws(ReceiptsError) -> Int {
        let (nodes, count) = try await chats.nodes(in: conversationID, ids: ids)
        result.documentsRead += count
        var seen: Set<MessageID> = []
        var messages: [Message] = []
        for id in ids where seen.insert(id).inserted {
            if let node = nodes[DataKey(id.string)] {
                messages.append(chats.message(id, node))
            } else {
                let path = chats.schema.path(ofMessage: id, in: conversationID)
                result.failed.append(.init(messageID: id, reason: "there is no such message (\(path))"))
            }
        }
        decide(messages)
        return nodes.count
    }

    /// Decides on all messages, page by page.
    ///
    /// - Returns: How many there are.
    private mutating func decideOnAll() async throws(ReceiptsError) -> Int {
        let all = chats.messages(in: conversationID).queryOrderedByKey()
        var query = all.queryLimited(toFirst: RealtimeChats.pageSize)
        var total = 0
        while true {
            let page = try await chats.call(query.getData).node
            let messages = chats.messages(below: page)
            total += messages.count
            result.documentsRead += max(messages.count, 1)
            decide(messages)
            guard messages.count == RealtimeChats.pageSize, let last = messages.last else { return total }
            query = all.queryStarting(afterValue: .string(last.id.string)).queryLimited(
                toFirst: RealtimeChats.pageSize)
        }
    }

    private mutating func decide(_ messages: [Message]) {
        for message in messages { evidence.note(message.layout) }
        for message in messages { decide(evidence.applied(to: message)) }
    }

    private mutating func decide(_ message: Message) {
        switch ReceiptDecision(receipt, by: user, of: message, schema: chats.schema) {
        case .mark:
            stamps.append(
                ReadStamp(conversationID: conversationID, messageID: message.id, userID: user))
        case .skip(let reason): result.skipped[reason, default: 0] += 1
        case .refuse(let reason): result.failed.append(.init(messageID: message.id, reason: reason))
        }
    }

    private mutating func finish() async throws(ReceiptsError) -> MarkResult {
        var parts: [(stamps: ArraySlice<ReadStamp>, error: DatabaseError?)] = []
        for start in stride(from: 0, to: stamps.count, by: ReadStamp.maximumCount) {
            let chunk = stamps[start..<min(start + ReadStamp.maximumCount, stamps.count)]
            await chats.settle(chunk) { parts.append(($0, $1)) }
        }
        var failure: DatabaseError?
        for (stamps, error) in parts {
            switch error {
            case nil:
                result.commits += 1
                result.documentsWritten += stamps.count
                result.marked += stamps.map(\.messageID)
            case let error? where error.concernsSomeMessage:
                for stamp in stamps { try await refused(stamp, error) }
            case let error?: failure = failure ?? error
            }
        }
        if let failure { throw partial(ReceiptsError(FirestoreError(failure))) }
        if result.isAllOfOtherSchemas {
            throw partial(chats.otherSchema(evidence, in: conversationID))
        }
        chats.note(evidence, of: conversationID)
        return result
    }

    /// Names a message that cannot be marked, unless somebody has marked it or taken it away meanwhile.
    private mutating func refused(
        _ stamp: ReadStamp, _ error: DatabaseError
    ) async throws(ReceiptsError) {
        let path = chats.schema.path(ofMessage: stamp.messageID, in: conversationID)
        guard let message = try await chats.messages(in: conversationID, ids: [stamp.messageID])[0] else {
            result.failed.append(
                .init(messageID: stamp.messageID, reason: "the message was deleted meanwhile (\(path))"))
            return
        }
        if case .skip(let reason) = ReceiptDecision(receipt, by: user, of: message, schema: chats.schema) {
            result.skipped[reason, default: 0] += 1
            return
        }
        let reason =
            error.code == .permissionDenied ? "denied by the security rules (\(path))" : error.message
        result.failed.append(.init(messageID: stamp.messageID, reason: reason))
    }

    private func partial(_ error: ReceiptsError) -> ReceiptsError {
        var error = error
        if result.commits > 0 || !result.failed.isEmpty { error.partialResult = result }
        return error
    }
}
