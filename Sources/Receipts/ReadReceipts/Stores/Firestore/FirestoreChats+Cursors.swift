import FirestoreClient
import FirestoreModel

/// Reading cursors.
extension FirestoreChats {
    func cursors(in conversation: ConversationID) async throws(ReceiptsError) -> [ReceiptCursor] {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        guard let query = cursorQuery() else { return [] }
        return try await run(query, below: paths.conversation).map { ReceiptCursor($0, schema: schema) }
    }

    func cursor(
        of user: UserID, in conversation: ConversationID
    ) async throws(ReceiptsError) -> ReceiptCursor? {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        guard let collection = paths.cursors else { return nil }
        let path = try ChatPaths.cursor(of: user, in: collection)
        return try await read([path], fields: schema.cursorFields)[0].map {
            ReceiptCursor($0, schema: schema)
        }
    }

    /// How many counts are asked for at a time.
    private static let simultaneousCounts = 16

    func counts(
        of messages: [Message], in conversation: ConversationID
    ) async throws(ReceiptsError) -> CountsReading {
        var senders: [UserID: ReceiptCursor] = [:]
        let asked = Set(messages.compactMap(\.senderID))
        for sender in asked { senders[sender] = try await cursor(of: sender, in: conversation) }
        do {
            return try await withThrowingTaskGroup(of: (MessageID, Counts).self) { [senders] group in
                var all = CountsReading(documentsRead: asked.count)
                for (index, message) in messages.enumerated() {
                    if index >= Self.simultaneousCounts, let (id, counts) = try await group.next() {
                        all.add(counts, of: id)
                    }
                    group.addTask {
                        let own = message.senderID.flatMap { senders[$0] }
                        return (message.id, try await counts(of: message, sender: own, in: conversation))
                    }
                }
                for try await (id, counts) in group { all.add(counts, of: id) }
                return all
            }
        } catch {
            throw error as? ReceiptsError ?? ReceiptsError(.cancelled, "the counting was cancelled")
        }
    }

    /// The counts of one message, by stage, and the number of billed reads.
    fileprivate typealias Counts = (stages: [Int], documentsRead: Int)

    /// Counts for one message. The sender is no recipient.
    private func counts(
        of message: Message, sender: ReceiptCursor?, in conversation: ConversationID
    ) async throws(ReceiptsError) -> Counts {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var (counts, documentsRead): ([Int], Int) = ([], 0)
        for stage in schema.stages {
            guard let position = message.position, let field = stage.upTo, var query = cursorQuery() else {
                counts.append(0)
                continue
            }
            query.select = nil
            query.filter = .field(FieldPath([field]), .greaterThanOrEqual, .timestamp(position.time))
            let count: Int
            do throws(FirestoreError) {
                let answer = try await firestore.runAggregationQuery(
                    parent: paths.conversation, query, [Aggregation(.count(upTo: nil), alias: "count")])
                if case .integer(let number)? = answer.fields["count"] {
                    count = Int(number)
                } else {
                    count = 0
                }
            } catch {
                throw ReceiptsError(error)
            }
            let isOwn = sender?[stage.receipt].map { $0.time >= position.time } ?? false
            counts.append(max(0, count - (isOwn ? 1 : 0)))
            documentsRead += LargeGroup.reads(ofCount: count)
        }
        return (counts, documentsRead)
    }

    func readers(
        of message: Message, in conversation: ConversationID, limit: Int
    ) async throws(ReceiptsError) -> ReadersPage {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        guard let position = message.position, let field = schema.stage(named: Receipt.read.name)?.upTo else {
            return ReadersPage()
        }
        func page(
            _ comparison: FirestoreModel.Filter.FieldOperator, _ direction: StructuredQuery.Direction
        ) async throws(ReceiptsError) -> [ReceiptCursor] {
            guard var query = cursorQuery() else { return [] }
            query.filter = .field(FieldPath([field]), comparison, .timestamp(position.time))
            query.orderBy = [StructuredQuery.Order(FieldPath([field]), direction)]
            // One more, for the sender's.
            query.limit = limit + 1
            let cursors = try await run(query, below: paths.conversation).map {
                ReceiptCursor($0, schema: schema)
            }
            return Array(cursors.filter { $0.userID != message.senderID }.prefix(limit))
        }
        return ReadersPage(
            readers: try await page(.greaterThanOrEqual, .ascending),
            others: try await page(.lessThan, .descending),
            counts: try await counts(of: [message], in: conversation).counts[message.id] ?? [])
    }

    /// The query for the cursors of a conversation; nil in schemas without cursors.
    ///
    /// - Parameter time: Only cursors that have moved since this time, inclusive; nil for all.
    func cursorQuery(since time: Timestamp? = nil) -> StructuredQuery? {
        guard let cursors = schema.cursors else { return nil }
        return StructuredQuery(
            select: DocumentMask(fields: schema.cursorFields),
            from: [StructuredQuery.CollectionSelector(cursors.collection)],
            filter: time.map {
                .field(FieldPath([cursors.updatedAt]), .greaterThanOrEqual, .timestamp($0))
            })
    }
}

extension CountsReading {
    fileprivate mutating func add(_ counts: FirestoreChats.Counts, of message: MessageID) {
        self.counts[message] = counts.stages
        documentsRead += counts.documentsRead
    }
}
