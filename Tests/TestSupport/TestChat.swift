public import FirestoreClient
public import HTTPTransport
public import Logging
public import ReadReceipts

/// A conversation on a test server, and what its members do.
public struct TestChat: Sendable {
    /// The server.
    public let server: TestServer
    /// The conversation's id.
    public let id: ConversationID
    /// The database, as an administrator.
    public let admin: Firestore
    /// What its messages keep.
    public let schema: ReceiptSchema

    /// Makes a conversation with messages from alice, `m0`, `m1` and so on.
    public init(
        id: ConversationID = "c1", members: [UserID] = ["alice", "bob"], messages: Int = 0,
        status: String = "sent",
        schema: ReceiptSchema = .status, on server: TestServer? = nil
    ) async throws {
        self.server = try server ?? TestServer()
        self.id = id
        self.schema = schema
        admin = try self.server.firestore()
        try await admin.document("\(schema.conversations)/\(id)").setData([
            schema.members: members.map(\.string)
        ])
        for start in stride(from: 0, to: messages, by: 500) {
            let batch = admin.batch()
            for number in start..<min(start + 500, messages) {
                batch.setData(
                    TestChat.message(status: status, schema: schema), forDocument: message("m\(number)"))
            }
            try await batch.commit()
        }
    }

    /// The fields of a message from alice.
    public static func message(
        from sender: UserID = "alice", status: String = "sent", readBy: [UserID] = [],
        schema: ReceiptSchema = .status
    ) -> [String: Any] {
        var fields: [String: Any] = [
            schema.sender: sender.string, schema.text: "Hello",
            schema.timestamp: FieldValue.serverTimestamp(),
        ]
        if schema.cursors == nil { fields[schema.readBy] = readBy.map(\.string) }
        if let field = schema.status { fields[field] = status }
        if let field = schema.deliveredTo { fields[field] = [String]() }
        return fields
    }

    /// A message of the conversation.
    public func message(_ id: MessageID) -> DocumentReference {
        admin.document("\(schema.conversations)/\(self.id)/\(schema.messages)/\(id)")
    }

    /// The service as a member uses it.
    ///
    /// - Parameter listens: Whether it listens where others poll.
    public func service(
        _ user: UserID, through transport: (any HTTPTransport)? = nil, retryPolicy: RetryPolicy = .default,
        listens: Bool = false, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> ReceiptService {
        ReceiptService(
            firestore: try server.firestore(
                as: .emulatorUser(uid: user.string), through: transport, retryPolicy: retryPolicy,
                clock: listens ? ContinuousClock() : nil),
            schema: schema,
            logger: logger)
    }

    /// A member's session.
    public func session(
        _ user: UserID, through transport: (any HTTPTransport)? = nil, sendsReceipts: Bool = true,
        listens: Bool = false, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> ReceiptSession {
        let retries = listens || SystemEnvironment.emulatorFaults != nil
        return ReceiptSession(
            service: try service(
                user, through: transport, retryPolicy: retries ? .default : .never, listens: listens,
                logger: logger),
            userID: user,
            sendsReceipts: sendsReceipts, clock: clock)
    }

    /// The messages as they are now, by id.
    public func messages() async throws -> [MessageID: Message] {
        let messages = try await ReceiptService(firestore: admin, schema: schema).messages(conversation: id)
        return Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
    }
}
