import FirestoreClient
import FirestoreModel

/// Chats on Cloud Firestore.
struct FirestoreChats: ChatStore {
    let firestore: Firestore
    let schema: ReceiptSchema
    var recognizer: SchemaRecognizer?
    let knownConversations = KnownConversations()

    var markingFields: [String] { schema.markingFields(and: recognizer) }

    var displayFields: [String] { schema.displayFields(and: recognizer) }

    func message(_ document: Document) -> Message {
        Message(document, schema: schema, recognizer: recognizer)
    }

    func mark(_ request: ReceiptRequest, user: UserID) async throws(ReceiptsError) -> MarkResult {
        var operation = try MarkOperation(request.receipt, in: request.conversationID, by: user, chats: self)
        guard let ids = request.messageIDs else { return try await operation.markAll() }
        return try await operation.mark(ids)
    }

    func mark(
        _ receipt: Receipt, _ messages: [Message], conversation: ConversationID, user: UserID
    ) async throws(ReceiptsError) -> MarkResult {
        var operation = try MarkOperation(receipt, in: conversation, by: user, chats: self)
        return try await operation.mark(messages)
    }

    func write(
        _ receipts: [PendingReceipt], as form: ReceiptBatch.Form,
        pace: @escaping @Sendable (Int) async throws -> Void
    ) async -> ReceiptBatch.Report {
        await FirestoreReceiptBatch.write(receipts, through: self, as: form, pace: pace)
    }

    func probe(asNobody isNobody: Bool) async throws(FirestoreError) {
        let firestore = isNobody ? try firestore.acting(as: .none) : firestore
        _ = try await firestore.document("readiness/readiness").getDocument()
    }

    func signals(ofMessage id: MessageID, in conversation: ConversationID) -> AsyncStream<Void>? { nil }

    func newMessageID() -> MessageID {
        MessageID(firestore.collection(schema.messages).document().documentID)
    }

    func send(
        _ text: String, id: MessageID, conversation: ConversationID, from sender: UserID
    ) async throws(ReceiptsError) -> Timestamp? {
        let path = try ChatPaths(conversation: conversation, schema: schema).message(id)
        var fields: MapValue = [
            FieldName(schema.sender): .string(sender.string), FieldName(schema.text): .string(text),
        ]
        if let messageID = schema.messageID { fields[FieldName(messageID)] = .string(id.string) }
        if let status = schema.status { fields[FieldName(status)] = .string(MessageStatus.sent.rawValue) }
        if let deliveredTo = schema.deliveredTo { fields[FieldName(deliveredTo)] = .array([]) }
        fields[FieldName(schema.readBy)] = .array([])
        let write = Write(
            .update(DocumentName(firestore.database, path), fields, mask: nil),
            transforms: [FieldTransform(FieldPath([schema.timestamp]), .setToServerTime)],
            precondition: .exists(false))
        do throws(FirestoreError) {
            return try await firestore.commit([write]).commitTime
        } catch {
            throw ReceiptsError(error)
        }
    }
}
