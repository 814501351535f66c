import FirestoreClient
import FirestoreModel
import ReadReceipts

extension ChatPlace {
    /// Reads the newest messages of all conversations, newest first, each with its conversation's id.
    ///
    /// - Returns: The messages; nil where the database does not answer such a question: a Realtime Database, and a Cloud Firestore in production
    ///   without an index of the group of collections.
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
                // Others may have collections of the same name elsewhere.
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
