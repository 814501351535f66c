import FirestoreClient
import FirestoreModel
import RealtimeDatabase
import RealtimeDatabaseModel

/// One user's call that marks messages of one conversation: which messages, and whether the user takes part. A value for one use.
struct RealtimeMarking: ReceiptMarking {
    private let chats: RealtimeChats
    private let request: ReceiptRequest
    private let user: UserID
    private var receipts: RealtimeReceipts
    /// Which schemas the messages have that were read so far.
    private var evidence: LayoutEvidence

    var onProgress: @Sendable (Int) -> Void {
        get { receipts.ledger.onProgress }
        set { receipts.ledger.onProgress = newValue }
    }

    /// - Parameter request: What to mark; its messages count only for ``run()``.
    init(_ request: ReceiptRequest, by user: UserID, chats: RealtimeChats) throws(ReceiptsError) {
        try chats.schema.check(user: user)
        self.chats = chats
        self.request = request
        self.user = user
        receipts = RealtimeReceipts(ReceiptLedger(.user), chats: chats)
        evidence = chats.noEvidence
    }

    /// Marks what was asked for.
    mutating func run() async throws(ReceiptsError) -> MarkResult {
        let (id, ids) = (request.conversationID, request.messageIDs)
        try chats.schema.check(conversation: id, messageIDs: ids ?? [])
        if ids?.isEmpty == true { return MarkResult() }
        let conversation = try await chats.conversation(id)
        receipts.ledger.documentsRead += 1
        if let conversation { try chats.check(user, isMemberOf: conversation) }
        let count: Int
        if let ids { count = try await decide(ids) } else { count = try await decideOnAll() }
        // A conversation may have messages and no members.
        if conversation == nil, count == 0 { throw chats.noConversation(id) }
        return try await finish()
    }

    /// Marks messages as they were read a moment ago.
    mutating func mark(_ messages: [Message]) async throws(ReceiptsError) -> MarkResult {
        decide(messages.map { ($0.id, $0) })
        return try await finish()
    }

    /// Decides on messages by id; repeated ids count once.
    ///
    /// - Returns: How many of them are there.
    private mutating func decide(_ ids: [MessageID]) async throws(ReceiptsError) -> Int {
        let (nodes, count) = try await chats.nodes(in: request.conversationID, ids: ids)
        receipts.ledger.documentsRead += count
        var seen: Set<MessageID> = []
        decide(
            ids.filter { seen.insert($0).inserted }.map { id in
                (id, nodes[DataKey(id.string)].map { chats.message(id, $0) })
            })
        return nodes.count
    }

    /// Decides on all messages, page by page.
    ///
    /// - Returns: How many there are.
    private mutating func decideOnAll() async throws(ReceiptsError) -> Int {
        let all = chats.messages(in: request.conversationID).queryOrderedByKey()
        var query = all.queryLimited(toFirst: RealtimeChats.pageSize)
        var total = 0
        while true {
            let page = try await chats.call(query.getData).node
            let messages = chats.messages(below: page)
            total += messages.count
            receipts.ledger.documentsRead += max(messages.count, 1)
            decide(messages.map { ($0.id, $0) })
            guard messages.count == RealtimeChats.pageSize, let last = messages.last else { return total }
            query = all.queryStarting(afterValue: last.id.string).queryLimited(
                toFirst: RealtimeChats.pageSize)
        }
    }

    private mutating func decide(_ found: [(id: MessageID, message: Message?)]) {
        for (_, message) in found { evidence.note(message?.layout) }
        for (id, message) in found {
            let place = receipts.ledger.add(
                PendingReceipt(
                    request.receipt, conversationID: request.conversationID, messageID: id, userID: user))
            receipts.decide(place, of: message, evidence)
        }
    }

    private mutating func finish() async throws(ReceiptsError) -> MarkResult {
        await receipts.write(atOnce: ReceiptStamp.maximumCount)
        chats.note(evidence, of: request.conversationID)
        return try receipts.ledger.result(evidence, in: request.conversationID, of: chats)
    }
}

// MARK: Calls

extension RealtimeChats {
    func marking(_ request: ReceiptRequest, by user: UserID) throws(ReceiptsError) -> any ReceiptMarking {
        try RealtimeMarking(request, by: user, chats: self)
    }

    func write(
        _ pending: [PendingReceipt], as form: ReceiptBatch.Form,
        pace: @escaping @Sendable (Int) async throws -> Void
    ) async -> ReceiptBatch.Report {
        var receipts = RealtimeReceipts(ReceiptLedger(.worker, pending), chats: self)
        for (conversation, places) in receipts.byConversation() {
            await receipts.decide(places, in: conversation)
        }
        await receipts.write(atOnce: form.maximumWrites(inCommit: CommitLimits.writes), pace: pace)
        return receipts.ledger.report
    }
}

extension RealtimeReceipts {
    /// The receipts with valid ids, by conversation, in their order.
    fileprivate mutating func byConversation() -> [(conversation: ConversationID, places: [Int])] {
        var groups: [(conversation: ConversationID, places: [Int])] = []
        var known: [ConversationID: Int] = [:]
        for (index, receipt) in ledger.receipts.enumerated() {
            if let problem = receipt.problem(in: chats.schema) {
                ledger.settle([index], .refused(.invalidArgument, reason: problem))
                continue
            }
            if let group = known[receipt.conversationID] {
                groups[group].places.append(index)
            } else {
                known[receipt.conversationID] = groups.count
                groups.append((receipt.conversationID, [index]))
            }
        }
        return groups
    }

    /// Reads the messages of a conversation, and decides on the receipts for them.
    fileprivate mutating func decide(_ places: [Int], in conversationID: ConversationID) async {
        do throws(ReceiptsError) {
            let conversation = try await chats.conversation(conversationID)
            let members = conversation.map { UserIndex($0.members) }
            let (nodes, count) = try await chats.nodes(
                in: conversationID, ids: places.map { ledger.receipts[$0].messageID })
            ledger.documentsRead += count + 1
            let found = nodes.mapValues { chats.message("", $0) }
            var evidence = chats.noEvidence
            for message in found.values { evidence.note(message.layout) }
            for place in places {
                let receipt = ledger.receipts[place]
                let message = found[DataKey(receipt.messageID.string)]
                if message != nil, let members, members.place(of: receipt.userID) == nil {
                    let path = chats.schema.path(ofConversation: conversationID)
                    let reason = "\(receipt.userID) is not a member of the conversation (\(path))"
                    ledger.settle([place], .refused(.permissionDenied, reason: reason))
                } else {
                    decide(place, of: message, evidence)
                }
            }
        } catch {
            let path = chats.schema.path(ofConversation: conversationID)
            ledger.settle(
                places,
                error.code == .permissionDenied
                    ? .refused(.permissionDenied, reason: "denied by the security rules (\(path))")
                    : .postponed(error.underlying?.code ?? .unknown, reason: error.message))
        }
    }
}
