public import FirestoreClient
public import HTTPTransport
public import ReadReceipts

/// A conversation on a test server, and what its members do.
public struct TestChat: Sendable {
    /// The server.
    public let server: TestServer
    /// The conversation's id.
    public let id: String
    /// The database, as an administrator.
    public let admin: Firestore

    /// Makes a conversation with messages from alice, `m0`, `m1` and so on.
    public init(
        id: String = "c1", members: [String] = ["alice", "bob"], messages: Int = 0, status: String = "sent"
    ) async throws {
        server = try TestServer()
        self.id = id
        admin = try server.firestore()
        try await admin.document("conversations/\(id)").setData(["participants": members])
        for start in stride(from: 0, to: messages, by: 500) {
            let batch = admin.batch()
            for number in start..<min(start + 500, messages) {
                batch.setData(TestChat.message(status: status), forDocument: message("m\(number)"))
            }
            try await batch.commit()
        }
    }

    /// The fields of a message from alice.
    public static func message(
        from sender: String = "alice", status: String = "sent", readBy: [String] = []
    ) -> [String: Any] {
        [
            "senderId": sender, "text": "Hello", "status": status, "readBy": readBy,
            "timestamp": FieldValue.serverTimestamp(),
        ]
    }

    /// A message of the conversation.
    public func message(_ id: String) -> DocumentReference {
        admin.document("conversations/\(self.id)/messages/\(id)")
    }

    /// The service as a member uses it.
    public func service(
        _ user: String, through transport: (any HTTPTransport)? = nil, retryPolicy: RetryPolicy = .default
    ) throws -> ReceiptService {
        ReceiptService(
            firestore: try server.firestore(
                as: .emulatorUser(uid: user), through: transport, retryPolicy: retryPolicy))
    }

    /// The messages as they are now, by id.
    public func messages() async throws -> [String: Message] {
        let messages = try await ReceiptService(firestore: admin).messages(conversation: id)
        return Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
    }
}
