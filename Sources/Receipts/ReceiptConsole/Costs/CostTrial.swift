import FirestoreClient
import FirestoreEmulator
import FirestoreModel
import HTTPTypes
import ReadReceipts

/// What the same chat costs under each schema, listening and polling: measured on emulators of its own, with the devices of all members.
///
/// One member has sent all messages. The others open the chat one after the other, and read everything; the sender's device is open meanwhile, and
/// in the end shows that everybody has read everything. A device that polls asks once after each reader.
struct CostTrial: Sendable {
    /// The billed operations of one schema and way.
    struct Row: Encodable, Sendable, Equatable {
        let schema: String
        /// `automatic` or `polling`: see ``ListenerOptions/Method``.
        let method: String
        /// What the sender's device reads to open the chat.
        let openingReads: Int
        /// What it reads until it shows that everybody has read everything.
        let hearingReads: Int
        /// What the devices of the readers read and write, all together.
        let readerReads: Int
        let readerWrites: Int
        /// What the sender's open device reads in an hour in which nothing happens.
        let idleReads: Int
    }

    /// The largest chat that is tried.
    static let limits = (members: 12, messages: 100)

    let members: Int
    let messages: Int

    /// - Throws: ``ConsoleFailure`` for a chat that is too small or too large.
    init(members: Int, messages: Int) throws(ConsoleFailure) {
        guard (2...Self.limits.members).contains(members), (1...Self.limits.messages).contains(messages)
        else {
            throw ConsoleFailure(
                .badRequest,
                "a chat to compare has 2 to \(Self.limits.members) members and 1 to \(Self.limits.messages) messages"
            )
        }
        (self.members, self.messages) = (members, messages)
    }

    func run(_ schemas: [ReceiptSchema]) async throws -> [Row] {
        var rows: [Row] = []
        for schema in schemas where schema.store == .firestore {
            for method in ListenerOptions.Method.allCases { rows.append(try await row(schema, method)) }
        }
        return rows
    }

    private static let conversation: ConversationID = "c"

    /// Waits until a sender that listens has heard of the last step: two steps at once would cost it less than one after the other.
    private func letHear(
        _ sender: TrialDevice, _ method: ListenerOptions.Method, _ stage: TrialStage, _ user: UserID
    ) async throws {
        guard method != .polling else { return }
        try await sender.wait(for: stage.receipts(of: stage.ids(messages), seenBy: user))
    }

    private func row(_ schema: ReceiptSchema, _ method: ListenerOptions.Method) async throws -> Row {
        let stage = TrialStage(schema)
        let users = (0..<members).map { UserID("u\($0)") }
        try await stage.fill(users, messages: messages)
        let sender = try TrialDevice(users[0], stage, method)
        try await sender.open()
        let opening = sender.reads
        var (readerReads, readerWrites) = (0, 0)
        for user in users.dropFirst() {
            let reader = try TrialDevice(user, stage, method)
            try await reader.open()
            try await reader.waitUntilReceived(stage.ids(messages), on: stage)
            try await letHear(sender, method, stage, users[0])
            _ = try await reader.session.markMessagesAsRead(
                conversationID: Self.conversation, messageIDs: stage.ids(messages))
            try await reader.settle()
            try await letHear(sender, method, stage, users[0])
            await reader.close()
            readerReads += reader.reads
            readerWrites += reader.writes
            if method == .polling { try await sender.poll() }
        }
        try await sender.wait(for: stage.receipts(of: stage.ids(messages), seenBy: users[0]))
        let hearing = sender.reads - opening
        await sender.close()
        return Row(
            schema: schema.name, method: method.rawValue, openingReads: opening, hearingReads: hearing,
            readerReads: readerReads, readerWrites: readerWrites,
            // A settled conversation is asked about once in eight intervals of a second, for a read each time.
            idleReads: method == .polling ? 3600 / 8 : 0)
    }
}
