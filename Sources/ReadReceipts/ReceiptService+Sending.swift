import FirestoreClient
import FirestoreModel

/// Sending messages.
extension ReceiptService {
    /// Sends a message: creates its document with the status sent, where the schema has one, nobody who has received or read it,
    /// and the server's time.
    ///
    /// - Parameters:
    ///   - text: The message's text.
    ///   - conversation: The conversation's id.
    ///   - sender: The sender's id.
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``, with ``ReceiptsError/Code/notAMember`` when the sender does not take part in the conversation.
    public func send(
        _ text: String, conversation: String, from sender: String
    ) async throws(ReceiptsError) -> String {
        try await send(text, id: newMessageID(), conversation: conversation, from: sender)
    }

    /// An id that no message has.
    func newMessageID() -> String { firestore.collection(schema.messages).document().documentID }

    /// Sends a message under an id that was made before.
    func send(
        _ text: String, id: String, conversation: String, from sender: String
    ) async throws(ReceiptsError) -> String {
        try ChatPaths.check(user: sender)
        let paths = try ChatPaths(conversation: conversation, schema: schema)
        try check(sender, isMemberOf: try await self.conversation(conversation))
        let path = try paths.message(id)
        var fields: MapValue = [
            FieldName(schema.sender): .string(sender), FieldName(schema.text): .string(text),
        ]
        if let messageID = schema.messageID { fields[FieldName(messageID)] = .string(id) }
        if let status = schema.status { fields[FieldName(status)] = .string(MessageStatus.sent.rawValue) }
        if let deliveredTo = schema.deliveredTo { fields[FieldName(deliveredTo)] = .array([]) }
        fields[FieldName(schema.readBy)] = .array([])
        let write = Write(
            .update(DocumentName(firestore.database, path), fields, mask: nil),
            transforms: [FieldTransform(FieldPath([schema.timestamp]), .setToServerTime)],
            precondition: .exists(false))
        do throws(FirestoreError) {
            _ = try await firestore.commit([write])
        } catch {
            throw ReceiptsError(error)
        }
        return path.id.string
    }
}
