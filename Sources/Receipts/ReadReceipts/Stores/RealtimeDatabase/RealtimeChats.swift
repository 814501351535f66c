import FirestoreClient
import FirestoreModel
import RealtimeDatabase
import RealtimeDatabaseModel

/// Chats in a Realtime Database: `conversations/{c}/members/{uid}: true`, `messages/{c}/{m}`, and in each message
/// `readBy/{uid}: milliseconds`.
struct RealtimeChats: ChatStore {
    let database: Database
    let schema: ReceiptSchema
    /// The Firestore with the profiles; nil if they are in the database itself, at `users/{uid}`.
    let profileChats: FirestoreChats?
    var recognizer: SchemaRecognizer?
    let knownConversations = KnownConversations()

    func newMessageID() -> MessageID {
        MessageID(database.reference(withPath: schema.messages).childByAutoId().key ?? "")
    }

    func send(
        _ text: String, id: MessageID, conversation: ConversationID, from sender: UserID
    ) async throws(ReceiptsError) -> Timestamp? {
        try schema.check(user: sender)
        try schema.check(conversation: conversation, messageIDs: [id])
        let message: DatabaseValue = .object([
            schema.sender: .string(sender.string), schema.text: .string(text),
            schema.timestamp: ServerValue.timestamp(),
        ])
        let written = try await call { () async throws(DatabaseError) in
            try await messages(in: conversation).child(id.string).createValue(message)
        }
        return Timestamp(milliseconds: written.child(DataKey(schema.timestamp)))
    }

    func probe(asNobody isNobody: Bool) async throws(ReceiptsError) {
        try await call { () async throws(DatabaseError) in
            let database = isNobody ? try database.acting(as: .none) : database
            _ = try await database.reference(withPath: "readiness/readiness").getData()
        }
    }

    // MARK: References

    func conversationReference(_ id: ConversationID) -> DatabaseReference {
        database.reference(withPath: schema.conversations).child(id.string)
    }

    func messages(in conversation: ConversationID) -> DatabaseReference {
        database.reference(withPath: schema.messages).child(conversation.string)
    }

    /// Carries out a call, and converts its error.
    func call<Value>(
        _ work: () async throws(DatabaseError) -> Value
    ) async throws(ReceiptsError) -> Value {
        do throws(DatabaseError) { return try await work() } catch {
            throw ReceiptsError(error)
        }
    }
}
