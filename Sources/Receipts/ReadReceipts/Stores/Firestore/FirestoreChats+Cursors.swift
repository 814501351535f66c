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
