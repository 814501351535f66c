import EmulatorAccess
import FirestoreModel
import HTTPTransport
import ReadReceipts
import RealtimeDatabase
import RealtimeDatabaseEmulator
import Synchronization
import TestSupport

/// Chats in an embedded Realtime Database, with a clock of their own.
final class RealtimeChat: Sendable {
    let emulator: DatabaseEmulator
    let admin: Database
    /// Advances a minute each time it is read.
    private let time: Mutex<Int64>

    /// The time of the first reading of the clock, in seconds since 1970.
    static let start: Int64 = 1_800_000_000

    /// Creates a conversation `c1` with these members, and messages `m1`, `m2`, … in it.
    ///
    /// - Parameter senders: The sender of each message; nil for a system message.
    init(members: [UserID] = ["alice", "bob", "carol"], senders: [UserID?] = []) async throws {
        let time = Mutex(Self.start)
        let clock = EmulatorClock {
            time.withLock { time in
                defer { time += 60 }
                return Timestamp(seconds: time, nanoseconds: 0)
            }
        }
        self.time = Mutex(Self.start)
        emulator = DatabaseEmulator(configuration: DatabaseEmulatorConfiguration(clock: clock))
        admin = try Self.database(.emulatorAdmin, through: emulator.transport)
        try await admin.reference(withPath: "conversations/c1/members").setValue(
            .object(Dictionary(members.map { ($0.string, true) }) { first, _ in first }))
        for (index, sender) in senders.enumerated() {
            try await put("m\(index + 1)", from: sender, at: index)
        }
    }

    private static func database(
        _ credentials: Credentials, through transport: any HTTPStreamingTransport
    ) throws -> Database {
        try Database(
            DatabaseSettings(
                projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 9000),
                credentials: credentials, retryPolicy: .never),
            transport: transport)
    }

    /// Writes a message.
    func put(_ id: MessageID, from sender: UserID?, at second: Int, in conversation: ConversationID = "c1")
        async throws
    {
        var message: DatabaseValue = ["text": "hello", "serverTimestamp": .number(Double(second) * 1000)]
        if let sender {
            message["senderID"] = .string(sender.string)
        } else {
            message["isSystemMessage"] = true
        }
        try await admin.reference(withPath: "messages/\(conversation)/\(id)").setValue(message)
    }

    /// The chats as seen by an administrator or a user.
    func service(_ user: UserID? = nil, through transport: (any HTTPStreamingTransport)? = nil) throws
        -> ReceiptService
    {
        let credentials = user.map { Credentials.emulatorUser(uid: $0.string) } ?? .emulatorAdmin
        return ReceiptService(
            database: try Self.database(credentials, through: transport ?? emulator.transport))
    }

    func session(_ user: UserID, through transport: (any HTTPStreamingTransport)? = nil) throws
        -> ReceiptSession
    {
        ReceiptSession(service: try service(user, through: transport), userID: user)
    }

    /// The readers of a message, with the time in seconds since ``start``.
    func readers(of message: MessageID, in conversation: ConversationID = "c1") async throws -> [UserID: Int]
    {
        let place = admin.reference(withPath: "messages/\(conversation)/\(message)/readBy")
        let readers = try await place.getData().databaseValue.object ?? [:]
        return Dictionary(
            readers.compactMap { user, time in time.int.map { (UserID(user), $0 / 1000 - Int(Self.start)) } }
        ) { first, _ in first }
    }
}
