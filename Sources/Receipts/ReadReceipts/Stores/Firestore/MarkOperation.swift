import FirestoreClient
import FirestoreModel

/// One call that marks messages: reads, decides, commits, and keeps count.
struct MarkOperation {
    /// How often a commit whose messages keep changing is decided anew.
    private static let maximumAttempts = 8

    private let chats: FirestoreChats
    private let paths: ChatPaths
    private let conversationID: ConversationID
    private let receipt: Receipt
    private let user: UserID
    private var planner = CommitPlanner<MessageID>()
    /// Which schemas the messages have that were read so far.
    private var evidence: LayoutEvidence
    private(set) var result = MarkResult()

    init(
        _ receipt: Receipt, in conversation: ConversationID, by user: UserID, chats: FirestoreChats
    ) throws(ReceiptsError) {
        try ChatPaths.check(user: user)
        paths = try ChatPaths(conversation: conversation, schema: chats.schema)
        conversationID = conversation
        self.chats = chats
        evidence = chats.noEvidence
        self.receipt = receipt
        self.user = user
    }

    private var firestore: Firestore { chats.firestore }
    private var schema: ReceiptSchema { chats.schema }

    /// Marks the messages with these ids; a repeated id counts once.
    mutating func mark(_ messageIDs: [MessageID]) async throws(ReceiptsError) -> MarkResult {
        var seen: Set<MessageID> = []
        var names: [DocumentName] = []
        for id in messageIDs where seen.insert(id).inserted {
            names.append(name(try paths.message(id)))
        }
        if names.isEmpty { return result }

        var isFirst = true
        while !names.isEmpty {
            let chunk = Array(names.prefix(CommitLimits.writes))
            names.removeFirst(chunk.count)
            // The conversation comes along with the first messages, so that one message costs one read request.
            let conversation = name(paths.conversation)
            let found = try await read(isFirst ? [conversation] + chunk : chunk)
            if isFirst { try check(found[conversation], hasMessages: chunk.contains { found[$0] != nil }) }
            isFirst = false
            let messages = chunk.map { message(found[$0]) }
            for message in messages { evidence.note(message?.layout) }
            for (name, message) in zip(chunk, messages) { try await consider(name, message) }
        }
        return try await finish()
    }

    /// Marks messages as they were read a moment ago.
    mutating func mark(_ messages: [Message]) async throws(ReceiptsError) -> MarkResult {
        for message in messages { evidence.note(message.layout) }
        for message in messages { try await consider(name(try paths.message(message.id)), message) }
        return try await finish()
    }

    /// Marks every message of the conversation that needs it.
    mutating func markAll() async throws(ReceiptsError) -> MarkResult {
        let conversation = try await read([name(paths.conversation)]).first?.value
        if conversation != nil { try check(conversation, hasMessages: true) }
        let others = conversation.map {
            Conversation($0, schema: schema).members.filter { $0 != user }
        }
        var pages = UnmarkedMessages(
            receipt, from: others?.count == 1 ? others?.first : nil, schema: schema,
            recognizer: chats.recognizer)
        while let query = pages.nextQuery {
            let documents = try await run(query)
            if conversation == nil, pages.isAtStart { try check(nil, hasMessages: !documents.isEmpty) }
            pages.received(documents)
            let messages = documents.map(chats.message)
            for message in messages { evidence.note(message.layout) }
            for (document, message) in zip(documents, messages) {
                try await consider(document.name, message)
            }
        }
        return try await finish()
    }

    private func message(_ document: Document?) -> Message? {
        document.map(chats.message)
    }

    private func name(_ path: DocumentPath) -> DocumentName { DocumentName(firestore.database, path) }

    private mutating func finish() async throws(ReceiptsError) -> MarkResult {
        if let last = planner.finish() { try await land(last) }
        chats.note(evidence, of: conversationID)
        if result.isAllOfOtherSchemas {
            throw partial(chats.otherSchema(evidence, in: conversationID))
        }
        return result
    }

    // MARK: Reading

    /// Checks that the conversation is there and the user takes part in it.
    ///
    /// A conversation without a document of its own is taken as it comes, as long as it has messages.
    private func check(_ document: Document?, hasMessages: Bool) throws(ReceiptsError) {
        guard let document else {
            if hasMessages { return }
            throw chats.noConversation(conversationID)
        }
        try chats.check(user, isMemberOf: Conversation(document, schema: schema))
    }

    /// Reads documents by name, with the fields that receipts need.
    private mutating func read(_ names: [DocumentName]) async throws(ReceiptsError) -> [DocumentName:
        Document]
    {
        let fields = [schema.members] + chats.markingFields
        let documents: [Document?]
        do throws(FirestoreError) {
            documents = try await firestore.batchGet(
                names, mask: DocumentMask(fields.map { FieldPath([$0]) }))
        } catch {
            throw failure(error)
        }
        result.documentsRead += names.count
        return Dictionary(documents.compactMap { $0.map { ($0.name, $0) } }) { first, _ in first }
    }

    private mutating func run(_ query: StructuredQuery) async throws(ReceiptsError) -> [Document] {
        do throws(FirestoreError) {
            let documents = try await firestore.runQuery(parent: paths.conversation, query).documents
            // A query without results is billed as one read.
            result.documentsRead += max(documents.count, 1)
            return documents
        } catch {
            throw failure(error)
        }
    }

    /// Takes one message in, and commits when a commit is full.
    private mutating func consider(_ name: DocumentName, _ message: Message?) async throws(ReceiptsError) {
        if let entry = decide(name, message), let full = planner.add(entry) { try await land(full) }
    }

    private mutating func decide(_ name: DocumentName, _ message: Message?) -> CommitPlanner<MessageID>.Entry?
    {
        let id = MessageID(name.path.id.string)
        guard let message else {
            result.failed.append(.init(messageID: id, reason: "there is no such message (\(name.path))"))
            return nil
        }
        switch ReceiptDecision(receipt, by: user, of: evidence.applied(to: message), schema: schema) {
        case .mark(let change):
            return CommitPlanner.Entry(
                id, change.write(to: name, version: message.updateTime), version: message.updateTime)
        case .skip(let reason): result.skipped[reason, default: 0] += 1
        case .refuse(let reason): result.failed.append(.init(messageID: id, reason: reason))
        }
        return nil
    }

    // MARK: Committing

    /// Commits, and sees to it that one message that cannot be marked does not keep the others from it.
    private mutating func land(_ entries: [CommitPlanner<MessageID>.Entry], attempt: Int = 1)
        async throws(ReceiptsError)
    {
        if entries.isEmpty { return }
        let refusal: FirestoreError
        do throws(FirestoreError) {
            _ = try await firestore.commit(entries.map(\.encoded))
            result.commits += 1
            result.documentsWritten += entries.count
            result.marked += entries.map(\.label)
            return
        } catch {
            refusal = error
        }
        switch CommitRefusal(refusal.code) {
        case .everything: throw failure(refusal)
        case .stale where attempt < Self.maximumAttempts:
            let found = try await read(entries.map(\.write.name))
            let again = entries.compactMap { decide($0.write.name, message(found[$0.write.name])) }
            try await land(again, attempt: attempt + 1)
        case .stale, .someMessage:
            guard entries.count > 1 else { return try await refused(entries[0], refusal, attempt: attempt) }
            let half = entries.count / 2
            try await land(Array(entries[..<half]), attempt: attempt)
            try await land(Array(entries[half...]), attempt: attempt)
        }
    }

    /// Names a message that cannot be marked, unless it has changed since it was read.
    private mutating func refused(
        _ entry: CommitPlanner<MessageID>.Entry, _ refusal: FirestoreError, attempt: Int
    ) async throws(ReceiptsError) {
        let name = entry.write.name
        // Rules look at a write before its precondition does, and may deny what somebody else's has overtaken.
        if refusal.code == .permissionDenied, attempt < Self.maximumAttempts,
            let document = try await read([name])[name], document.updateTime != entry.version
        {
            if let again = decide(name, message(document)) { try await land([again], attempt: attempt + 1) }
            return
        }
        let reason = CommitRefusal.reason(refusal, for: name.path)
        result.failed.append(.init(messageID: entry.label, reason: reason))
    }

    /// The error that ends the call, with what was done before.
    private func failure(_ error: FirestoreError) -> ReceiptsError {
        partial(ReceiptsError(error))
    }

    private func partial(_ error: ReceiptsError) -> ReceiptsError {
        var error = error
        if result.commits > 0 || !result.failed.isEmpty { error.partialResult = result }
        return error
    }
}
