import FirestoreClient
import FirestoreModel

/// One user's call that moves their cursor in one conversation: up to which message, and whether the user takes part.
struct CursorMarking: ReceiptMarking {
    private let chats: FirestoreChats
    private let paths: ChatPaths
    private let request: ReceiptRequest
    private let user: UserID
    private let cursor: DocumentPath
    private var receipts: FirestoreCursors

    var onProgress: @Sendable (Int) -> Void {
        get { receipts.ledger.onProgress }
        set { receipts.ledger.onProgress = newValue }
    }

    /// - Parameter request: What to mark; its messages count only for ``run()``.
    init(_ request: ReceiptRequest, by user: UserID, chats: FirestoreChats) throws(ReceiptsError) {
        try ChatPaths.check(user: user)
        paths = try ChatPaths(conversation: request.conversationID, schema: chats.schema)
        receipts = FirestoreCursors(ReceiptLedger(.user), chats: chats, isPrivate: request.isPrivate)
        cursor = try receipts.path(of: user, in: paths)
        self.chats = chats
        self.request = request
        self.user = user
    }

    mutating func run() async throws(ReceiptsError) -> MarkResult {
        guard let ids = request.messageIDs else { return try await markAll() }
        var seen: Set<MessageID> = []
        let distinct = ids.filter { seen.insert($0).inserted }
        var places: [DocumentPath] = []
        for id in distinct { places.append(try paths.message(id)) }
        let messages = try await read(places)
        try check(hasMessages: messages.contains { $0 != nil })
        return try await mark(Array(zip(distinct, messages)))
    }

    mutating func mark(_ messages: [Message]) async throws(ReceiptsError) -> MarkResult {
        _ = try await read([])
        return try await mark(messages.map { ($0.id, $0) })
    }

    /// Moves the cursor to the newest message of others. Only that message is read, unless the user has sent newer ones.
    private mutating func markAll() async throws(ReceiptsError) -> MarkResult {
        _ = try await read([])
        var evidence = chats.noEvidence
        var (last, limit): (Message?, Int) = (nil, 1)
        while true {
            let page = try await chats.messages(in: request.conversationID, before: last, limit: limit)
            receipts.ledger.documentsRead += max(1, page.count)
            if last == nil { try check(hasMessages: !page.isEmpty) }
            for message in page { evidence.note(message.layout) }
            let isMarkable = { (message: Message) in
                !message.isSystemMessage && message.senderID != nil && message.senderID != user
            }
            if let newest = page.last(where: isMarkable) ?? (page.count < limit ? page.first : nil) {
                return try await mark([(newest.id, newest)], evidence)
            }
            guard let oldest = page.first, page.count == limit else { return try await finish(evidence) }
            (last, limit) = (oldest, 20)
        }
    }

    private mutating func read(_ messages: [DocumentPath]) async throws(ReceiptsError) -> [Message?] {
        do throws(FirestoreError) {
            return try await receipts.read(
                messages, conversations: [paths.conversation], cursors: [cursor])
        } catch {
            throw ReceiptsError(error)
        }
    }

    private mutating func mark(
        _ messages: [(id: MessageID, message: Message?)], _ known: LayoutEvidence? = nil
    ) async throws(ReceiptsError) -> MarkResult {
        var evidence = known ?? chats.noEvidence
        if known == nil { for (_, message) in messages { evidence.note(message?.layout) } }
        let found = messages.map { id, message in
            let receipt = PendingReceipt(
                request.receipt, conversationID: request.conversationID, messageID: id, userID: user)
            return (
                receipt: receipts.ledger.add(receipt), message: message.map { evidence.applied(to: $0) }
            )
        }
        receipts.take(found, cursor: cursor, conversation: paths.conversation)
        return try await finish(evidence)
    }

    private mutating func finish(_ evidence: LayoutEvidence) async throws(ReceiptsError) -> MarkResult {
        await receipts.finish()
        chats.note(evidence, of: request.conversationID)
        return try receipts.ledger.result(evidence, in: request.conversationID, of: chats)
    }

    /// Checks that the conversation is there and the user takes part in it. A conversation may have messages and no document.
    private func check(hasMessages: Bool) throws(ReceiptsError) {
        guard let members = receipts.members(of: paths.conversation) else {
            if hasMessages { return }
            throw chats.noConversation(request.conversationID)
        }
        if members.place(of: user) == nil { throw chats.notAMember(user, of: request.conversationID) }
    }
}
