import FirestoreClient
import FirestoreModel
import ReadReceipts
import RealtimeDatabase

/// Writes a seed to a Realtime Database: conversations with their members, messages with the times at which they were read, and the
/// users, unless a Firestore keeps these.
struct RealtimeSeeding {
    /// How many messages go with one request.
    private static let batchSize = 1000

    private let database: Database
    private let profiles: Firestore?
    private let schema: ReceiptSchema
    /// Whether what is there under the same ids is replaced; else nothing is written when anything is there.
    private let replaces: Bool

    init(_ database: Database, _ profiles: Firestore?, _ schema: ReceiptSchema, replaces: Bool) {
        self.replaces = replaces
        self.database = database
        self.profiles = profiles
        self.schema = schema
    }

    func write(_ seed: Seed) async throws -> SeedCounts {
        if !replaces { try await check(seed) }
        var counts = SeedCounts()
        var values: [String: DatabaseValue] = [:]
        if let profiles {
            let users = Seed(users: seed.users, conversations: nil)
            counts = try await FirestoreSeeding(profiles, schema, replaces: replaces).write(users)
        } else {
            for (id, user) in seed.users ?? [:] {
                values["\(schema.users)/\(id)"] = .object([
                    schema.displayName: user.displayName.map(DatabaseValue.string) ?? .null,
                    schema.photoURL: user.photoURL.map(DatabaseValue.string) ?? .null,
                ])
                counts.users += 1
            }
        }
        for conversation in seed.conversations ?? [] {
            let members = Dictionary(
                conversation.participants.map { ($0.string, DatabaseValue.boolean(true)) }
            ) {
                $1
            }
            values["\(schema.conversations)/\(conversation.id)"] = .object([
                schema.members: .object(members),
                "groupName": conversation.groupName.map(DatabaseValue.string) ?? .null,
            ])
            counts.conversations += 1
            for (index, message) in (conversation.messages?.all ?? []).enumerated() {
                values["\(schema.messages)/\(conversation.id)/\(message.id)"] = try value(
                    message, index: index)
                counts.messages += 1
                if values.count >= Self.batchSize {
                    try await database.reference().updateChildValues(values)
                    values = [:]
                }
            }
        }
        try await database.reference().updateChildValues(values)
        return counts
    }

    /// Checks that nothing of a seed is there: no conversation, no messages in it, and no user.
    private func check(_ seed: Seed) async throws {
        let users = profiles == nil ? (seed.users ?? [:]).keys.sorted() : []
        let conversations = (seed.conversations ?? []).map(\.id)
        let places =
            users.map { "\(schema.users)/\($0)" }
            + conversations.flatMap { ["\(schema.conversations)/\($0)", "\(schema.messages)/\($0)"] }
        for place in places {
            let first = database.reference(withPath: place).queryOrderedByKey().queryLimited(toFirst: 1)
            if try await first.getData().exists() { throw CommandFailure(alreadyThere: place) }
        }
    }

    private func value(_ message: Seed.Message, index: Int) throws -> DatabaseValue {
        let time = try message.time(index: index)
        var readers: [String: DatabaseValue] = [:]
        for (user, text) in message.readBy?.times ?? [] {
            readers[user.string] = milliseconds(try text.map { try message.time($0, of: "readBy") } ?? time)
        }
        return .object([
            schema.sender: .string(message.senderId.string), schema.text: .string(message.text ?? ""),
            schema.timestamp: milliseconds(time), schema.readBy: .object(readers),
            schema.systemMessage: message.isSystemMessage == true ? .boolean(true) : .null,
        ])
    }

    private func milliseconds(_ time: Timestamp) -> DatabaseValue {
        .number(Double(time.seconds * 1000) + Double(time.nanoseconds / 1_000_000))
    }
}
