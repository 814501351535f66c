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
    ) async throws(ReceiptsError) -> [MessageID: [Int]] {
        var senders: [UserID: ReceiptCursor] = [:]
        for sender in Set(messages.compactMap(\.senderID)) {
            senders[sender] = try await cursor(of: sender, in: conversation)
        }
        do {
            return try await withThrowingTaskGroup(of: (MessageID, [Int]).self) { [senders] group in
                var all: [MessageID: [Int]] = [:]
                for (index, message) in messages.enumerated() {
                    if index >= Self.simultaneousCounts, let (id, counts) = try await group.next() {
                        all[id] = counts
                    }
                    group.addTask {
                        let own = message.senderID.flatMap { senders[$0] }
                        return (message.id, try await counts(of: message, sender: own, in: conversation))
                    }
                }
                for try await (id, counts) in group { all[id] = counts }
                return all
            }
        } catch {
            throw error as? ReceiptsError ?? ReceiptsError(.cancelled, "the counting was cancelled")
        }
    }

    /// Counts for one message. The sender is no recipient.
    private func counts(
        of message: Message, sender: ReceiptCursor?, in conversation: ConversationID
    ) async throws(ReceiptsError) -> [Int] {
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        var counts: [Int] = []
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
        }
        return counts
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
