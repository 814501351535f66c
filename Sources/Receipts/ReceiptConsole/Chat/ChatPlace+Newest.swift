import FirestoreClient
import FirestoreModel
import ReadReceipts

extension ChatPlace {
    /// Reads the newest messages of all conversations, newest first, with the id of the conversation.
    ///
    /// - Returns: nil if the database does not support this query: a Realtime Database, and production without a collection group index.
    func newestMessages(
        schema: ReceiptSchema, limit: Int
    ) async throws(ReceiptsError) -> [(conversation: ConversationID, message: Message)]? {
        guard case .firestore(let firestore) = self else { return nil }
        let query = StructuredQuery(
            from: [StructuredQuery.CollectionSelector(schema.messages, allDescendants: true)],
            orderBy: [
                StructuredQuery.Order(FieldPath([schema.timestamp]), .descending),
                StructuredQuery.Order(.documentID(), .descending),
            ], limit: limit)
        do throws(FirestoreError) {
            return try await firestore.runQuery(parent: nil, query).documents.compactMap { document in
                // Other collections may have the same name.
                let path = document.name.path.segments
                guard path.count == 4, path[0].string == schema.conversations else { return nil }
                return (ConversationID(path[1].string), Message(document, schema: schema))
            }
        } catch {
            switch error.code {
            case .failedPrecondition, .permissionDenied, .unimplemented, .invalidArgument: return nil
            case _: throw ReceiptsError(error)
            }
        }
    }
}
