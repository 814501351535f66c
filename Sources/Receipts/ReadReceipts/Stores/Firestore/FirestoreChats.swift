import FirestoreClient
import FirestoreModel

/// Chats on Cloud Firestore.
struct FirestoreChats: ChatStore {
    let firestore: Firestore
    let schema: ReceiptSchema
    var recognizer: SchemaRecognizer?
    /// Another schema whose receipts are written, too.
    var also: ReceiptSchema?
    /// The maximum number of writes in a commit.
    var writesPerCommit = CommitLimits.writes
    let knownConversations = KnownConversations()

    var markingFields: [String] { schema.markingFields(and: recognizer) }

    var displayFields: [String] { schema.displayFields(and: recognizer) }

    func message(_ document: Document) -> Message {
        Message(document, schema: schema, recognizer: recognizer)
    }

    func probe(asNobody isNobody: Bool) async throws(ReceiptsError) {
        do throws(FirestoreError) {
            let firestore = isNobody ? try firestore.acting(as: .none) : firestore
            _ = try await firestore.document("readiness/readiness").getDocument()
        } catch {
            throw ReceiptsError(error)
        }
    }

    func signals(ofMessage id: MessageID, in conversation: ConversationID) -> AsyncStream<Void>? {
        guard firestore.canListen, let paths = try? ChatPaths(conversation: conversation, schema: schema),
            let message = try? paths.message(id)
        else { return nil }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            var targets = [firestore.listen(to: [paths.conversation, message], subject: "\(message)")]
            if var cursors = cursorQuery(), let layout = schema.cursors {
                // The last that has moved says that something has changed, without a read for each member.
                cursors.orderBy = [StructuredQuery.Order(FieldPath([layout.updatedAt]), .descending)]
                cursors.limit = 1
                targets.append(
                    firestore.listen(
                        to: cursors, below: paths.conversation, subject: "the cursors of \(message)"))
            }
            let following = Task { [targets] in
                await withTaskGroup { group in
                    for target in targets {
                        group.addTask { while (try? await target.next()) != nil { continuation.yield() } }
                    }
                    // Without one of them, a change may stay unseen.
                    await group.next()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in following.cancel() }
        }
    }

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
        for list in schema.stages.compactMap(\.users) { fields[FieldName(list)] = .array([]) }
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
