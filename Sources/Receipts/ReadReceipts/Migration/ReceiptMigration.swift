import FirestoreClient
import FirestoreModel

/// Moves receipts from the lists in messages to cursors, conversation by conversation.
///
/// The lists stay. Cursors move forward only, so a migration that was interrupted, or that meets new receipts, is run again.
package struct ReceiptMigration: Sendable {
    /// What was done in one conversation.
    package struct Outcome: Sendable {
        /// How many members the conversation has.
        package internal(set) var members = 0
        /// How many cursors have moved.
        package internal(set) var moved = 0
        /// How many were there already.
        package internal(set) var unchanged = 0
        /// The members whose cursors could not be moved, with the reasons, each in one line.
        package internal(set) var failures: [(user: UserID, reason: String)] = []
        /// How many messages have another schema, and were left out.
        package internal(set) var foreignMessages = 0
        /// The number of documents read, as production bills them.
        package internal(set) var documentsRead = 0
        /// The number of documents written.
        package internal(set) var documentsWritten = 0
    }

    /// How many messages are read at a time.
    private static let pageSize = 300

    private let old: FirestoreChats
    private let new: FirestoreChats

    /// Prepares a migration.
    ///
    /// - Parameters:
    ///   - service: The chats with lists, signed in as somebody who may write all cursors.
    ///   - schema: The schema with cursors.
    /// - Throws: ``ReceiptsError/Code/invalidArgument`` if the schemas do not fit each other.
    package init(_ service: ReceiptService, to schema: ReceiptSchema) throws(ReceiptsError) {
        guard let chats = service.store as? FirestoreChats else {
            throw ReceiptsError(
                .invalidArgument,
                "schema \(service.schema.name) is of the Realtime Database, which has no cursors")
        }
        if let problem = schema.problem(besides: chats.schema) {
            throw ReceiptsError(.invalidArgument, problem)
        }
        if chats.schema.cursors != nil {
            throw ReceiptsError(.invalidArgument, "schema \(chats.schema.name) has cursors already")
        }
        if schema.cursors == nil {
            throw ReceiptsError(
                .invalidArgument, "schema \(schema.name) has no cursors to move to; use read-up-to")
        }
        old = chats
        new = FirestoreChats(firestore: chats.firestore, schema: schema, recognizer: nil)
    }

    /// Reads the ids of conversations, in their order.
    ///
    /// - Parameters:
    ///   - last: The conversation to begin after; nil for the first.
    ///   - limit: How many at most.
    package func conversations(
        after last: ConversationID?, limit: Int
    ) async throws(ReceiptsError) -> [ConversationID] {
        var query = StructuredQuery(
            select: DocumentMask(fields: [old.schema.members]),
            from: [StructuredQuery.CollectionSelector(old.schema.conversations)],
            orderBy: [StructuredQuery.Order(.documentID())], limit: limit)
        if let last {
            let path = try ChatPaths(conversation: last, schema: old.schema).conversation
            let name = DocumentName(old.firestore.database, path)
            query.startAt = StructuredQuery.Cursor([.reference(name)], before: false)
        }
        return try await old.run(query, below: nil).map { ConversationID($0.name.path.id.string) }
    }

    /// Moves the receipts of one conversation, and checks the cursors afterwards.
    ///
    /// Reads the messages from the newest on, until each member is found.
    ///
    /// - Parameters:
    ///   - id: The conversation's id.
    ///   - pace: Called before each commit with the number of its writes.
    /// - Throws: ``ReceiptsError``, with ``ReceiptsError/Code/notFound`` for a missing conversation.
    package func run(
        _ id: ConversationID, pace: @escaping @Sendable (Int) async throws -> Void
    ) async throws(ReceiptsError) -> Outcome {
        var outcome = Outcome()
        outcome.documentsRead = 1
        guard let conversation = try await old.conversation(id) else { throw old.noConversation(id) }
        outcome.members = conversation.members.count
        var plan = MigrationPlan(members: conversation.members, from: old.schema, to: new.schema)
        var last: Message?
        while !plan.isComplete {
            let page = try await old.messages(in: id, before: last, limit: Self.pageSize)
            outcome.documentsRead += max(1, page.count)
            for message in page { plan.take(message) }
            guard let oldest = page.first, page.count == Self.pageSize else { break }
            last = oldest
        }
        outcome.foreignMessages = plan.foreignMessages
        let receipts = plan.receipts(in: id)
        if receipts.isEmpty { return outcome }
        let report = await new.write(receipts, as: .commits, pace: pace)
        outcome.documentsRead += report.documentsRead
        outcome.documentsWritten = report.documentsWritten
        outcome.moved = report.documentsWritten
        try outcome.note(receipts, report)
        try await check(plan, receipts, in: id, &outcome)
        return outcome
    }

    /// Reads the cursors again.
    private func check(
        _ plan: MigrationPlan, _ receipts: [PendingReceipt], in id: ConversationID, _ outcome: inout Outcome
    ) async throws(ReceiptsError) {
        let users = Set(receipts.map(\.userID)).sorted()
        outcome.unchanged = users.count - outcome.moved - outcome.failures.count
        let paths = try ChatPaths(conversation: id, schema: new.schema)
        guard let collection = paths.cursors else { return }
        var places: [DocumentPath] = []
        for user in users { places.append(try ChatPaths.cursor(of: user, in: collection)) }
        outcome.documentsRead += places.count
        var cursors: [UserID: ReceiptCursor] = [:]
        for document in try await new.read(places, fields: new.schema.cursorFields) {
            guard let cursor = document.map({ ReceiptCursor($0, schema: new.schema) }) else { continue }
            cursors[cursor.userID] = cursor
        }
        let known = Set(outcome.failures.map(\.user))
        for user in plan.behind(cursors) where !known.contains(user) {
            outcome.failures.append((user, "the cursor is still behind the lists"))
        }
    }
}

extension ReceiptMigration.Outcome {
    /// Notes what could not be written.
    ///
    /// - Throws: Why nothing more can be written now.
    fileprivate mutating func note(
        _ receipts: [PendingReceipt], _ report: ReceiptBatch.Report
    ) throws(ReceiptsError) {
        for (receipt, outcome) in zip(receipts, report.outcomes) {
            switch outcome {
            case .written, .skipped: break
            case .refused(_, let reason):
                if !failures.contains(where: { $0.user == receipt.userID }) {
                    failures.append((receipt.userID, reason))
                }
            case .postponed(let code, let reason): throw ReceiptsError(FirestoreError(code, reason))
            }
        }
    }
}

extension ReceiptSchema {
    /// Why receipts of this schema cannot be written beside those of another, in one line; nil if they can.
    package func problem(besides other: ReceiptSchema) -> String? {
        if store != other.store {
            return "schemas \(other.name) and \(name) are of different databases"
        }
        let places: [(String, String, String)] = [
            ("conversations", other.conversations, conversations), ("messages", other.messages, messages),
            ("members", other.members, members), ("sender", other.sender, sender),
            ("timestamp", other.timestamp, timestamp),
            ("systemMessage", other.systemMessage, systemMessage),
        ]
        guard let (what, theirs, own) = places.first(where: { $0.1 != $0.2 }) else { return nil }
        return "schemas \(other.name) and \(name) differ in \(what): \(theirs) and \(own); "
            + "pass a schema file of --to with \"\(what)\": \"\(theirs)\""
    }
}
