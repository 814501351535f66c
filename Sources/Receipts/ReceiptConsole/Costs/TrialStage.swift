import FirestoreClient
import FirestoreEmulator
import FirestoreModel
import HTTPTypes
import ReadReceipts

/// An emulator with one conversation, for a ``CostTrial``.
struct TrialStage: Sendable {
    static let conversation: ConversationID = "c"

    let schema: ReceiptSchema
    private let emulator = Emulator()

    init(_ schema: ReceiptSchema) { self.schema = schema }

    /// A client of the emulator.
    func firestore(_ credentials: Credentials) throws -> Firestore {
        try Firestore(
            FirestoreSettings(
                projectID: "p", endpoint: .emulator(host: "127.0.0.1", port: 8080), credentials: credentials),
            transport: emulator.transport)
    }

    func ids(_ count: Int) -> [MessageID] { (0..<count).map { MessageID("m\($0)") } }

    /// Writes the conversation, with messages of the first member.
    func fill(_ users: [UserID], messages: Int) async throws {
        let admin = try firestore(.emulatorAdmin)
        let place = "\(schema.conversations)/\(Self.conversation)"
        try await admin.document(place).setData([schema.members: users.map(\.string)])
        let batch = admin.batch()
        for (number, id) in ids(messages).enumerated() {
            var fields: [String: Any] = [
                schema.sender: users[0].string, schema.text: "Hello",
                schema.timestamp: Timestamp(seconds: 1_767_351_600 + Int64(number), nanoseconds: 0),
            ]
            if let name = schema.messageID { fields[name] = id.string }
            if let name = schema.status { fields[name] = "sent" }
            for stage in schema.stages { if let name = stage.users { fields[name] = [String]() } }
            batch.setData(fields, forDocument: admin.document("\(place)/\(schema.messages)/\(id)"))
        }
        try await batch.commit()
    }

    private func look(
        at ids: [MessageID]
    ) async throws -> (messages: [Message], audience: ReceiptAudience) {
        let service = ReceiptService(firestore: try firestore(.emulatorAdmin), schema: schema)
        let messages = try await service.messages(conversation: Self.conversation, ids: ids).found
        return (messages, try await service.audience(of: Self.conversation, for: messages))
    }

    /// Whether the database says that a member has received messages, as far as the schema stores that.
    func hasReceived(_ ids: [MessageID], _ user: UserID) async throws -> Bool {
        let (messages, audience) = try await look(at: ids)
        return messages.allSatisfy { message in
            if schema.deliveredTo != nil || schema.cursors != nil {
                return audience.marked(message)[.delivered].users.contains(user)
            }
            return schema.status == nil || message.status != .sent
        }
    }

    /// What the sender's device should know of each message in the end.
    func receipts(of ids: [MessageID], seenBy user: UserID) async throws -> [MessageID: KnownReceipt] {
        let (messages, audience) = try await look(at: ids)
        return messages.reduce(into: [:]) { receipts, message in
            receipts[message.id] = KnownReceipt(
                message, DisplayedReceipt(of: message, among: audience, seenBy: user, schema: schema))
        }
    }
}

/// What a device knows of a message, also if it does not show all of it.
struct KnownReceipt: Sendable, Equatable {
    private let status: MessageStatus?
    private let deliveredTo: [UserID]
    private let readBy: [UserID]
    private let displayed: DisplayedReceipt?

    init(_ message: Message, _ displayed: DisplayedReceipt?) {
        (status, deliveredTo, readBy) = (message.status, message.deliveredTo, message.readBy)
        self.displayed = displayed
    }
}

/// A member's device in a ``CostTrial``.
actor TrialDevice {
    nonisolated let session: ReceiptSession
    private let user: UserID
    private nonisolated let firestore: Firestore
    private let listener: ReceiptListener
    private var listening: Task<Void, any Error>?
    private var receipts: [MessageID: KnownReceipt] = [:]
    private var isOpen = false

    init(_ user: UserID, _ stage: TrialStage, _ method: ListenerOptions.Method) throws {
        self.user = user
        firestore = try stage.firestore(.emulatorUser(uid: user.string))
        let service = ReceiptService(firestore: firestore, schema: stage.schema)
        session = ReceiptSession(service: service, userID: user)
        // It polls only on request.
        listener = try session.listen(
            conversationID: TrialStage.conversation,
            options: ListenerOptions(
                method: method, interval: .seconds(3600), patience: .seconds(36_000),
                newest: MessageHistory.pageSize, includesText: true, refreshInterval: nil))
    }

    nonisolated var reads: Int { firestore.usage.documentsRead }
    nonisolated var writes: Int { firestore.usage.documentsWritten }

    /// Opens the chat; returns when it shows its messages.
    func open() async throws {
        listening = Task {
            for try await updates in listener { take(updates) }
        }
        try await wait { isOpen }
    }

    /// Waits until it neither reads nor writes anymore: it has heard of what it has marked.
    func settle() async throws {
        var (before, quiet) = ((reads, writes), 0)
        while quiet < 6 {
            try await Task.sleep(for: .milliseconds(10))
            let now = (reads, writes)
            quiet = now == before ? quiet + 1 : 0
            before = now
        }
    }

    private func take(_ updates: [ReceiptUpdate]) {
        for update in updates { receipts[update.message.id] = KnownReceipt(update.message, update.receipt) }
        isOpen = true
    }

    /// Waits until it has marked messages delivered, so that reading them is a step of its own.
    func waitUntilReceived(_ ids: [MessageID], on stage: TrialStage) async throws {
        try await wait { try await stage.hasReceived(ids, user) }
    }

    /// Asks once for what is new.
    func poll() async throws {
        let before = listener.usage.polls
        await session.refresh(conversationID: TrialStage.conversation)
        try await wait { listener.usage.polls > before }
    }

    /// Waits until it knows of these receipts.
    func wait(for wanted: [MessageID: KnownReceipt]) async throws {
        try await wait { receipts.filter { wanted[$0.key] != nil } == wanted }
    }

    func close() async {
        listening?.cancel()
        _ = await listening?.result
    }

    private func wait(_ isDone: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while try await !isDone() {
            if ContinuousClock.now > end {
                throw ConsoleFailure(.internalServerError, "the comparison did not end; try a smaller chat")
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
