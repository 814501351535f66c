import FirestoreClient
import FirestoreModel
import JSONText
import ReadReceipts
import RealtimeDatabase

/// Writes a seed to a Realtime Database: conversations with members, messages with their readers' times, and the users, unless a Firestore
/// has these.
struct RealtimeSeeding {
    /// The number of messages per request.
    private static let batchSize = 1000

    private let database: Database
    private let profiles: Firestore?
    private let schema: ReceiptSchema
    /// Whether to replace existing data with the same ids; otherwise nothing is written if any exists.
    private let replaces: Bool

    /// Gets how many messages are written so far.
    private let onProgress: (Int) -> Void

    init(
        _ database: Database, _ profiles: Firestore?, _ schema: ReceiptSchema, replaces: Bool,
        onProgress: @escaping (Int) -> Void = { _ in }
    ) {
        self.onProgress = onProgress
        self.replaces = replaces
        self.database = database
        self.profiles = profiles
        self.schema = schema
    }

    func write(_ seed: Seed) async throws -> SeedCounts {
        if !replaces { try await check(seed) }
        var counts = SeedCounts()
        var values: [JSON.Member] = []
        if let profiles {
            let users = Seed(users: seed.users, conversations: nil)
            counts = try await FirestoreSeeding(profiles, schema, replaces: replaces).write(users)
        } else {
            for (id, user) in seed.users?.entries ?? [] {
                let fields = [
                    JSON.Member(schema.displayName, user.displayName.map(JSON.string) ?? .null),
                    JSON.Member(schema.photoURL, user.photoURL.map(JSON.string) ?? .null),
                ]
                values.append(JSON.Member("\(schema.users)/\(id)", .object(fields)))
                counts.users += 1
            }
        }
        for conversation in seed.conversations ?? [] {
            let members = Set(conversation.participants).map { JSON.Member($0.string, .boolean(true)) }
            let fields = [
                JSON.Member(schema.members, .object(members)),
                JSON.Member("groupName", conversation.groupName.map(JSON.string) ?? .null),
            ]
            values.append(JSON.Member("\(schema.conversations)/\(conversation.id)", .object(fields)))
            counts.conversations += 1
            let messages = conversation.messages?.all ?? []
            for (index, message) in messages.enumerated() {
                let path = "\(schema.messages)/\(conversation.id)/\(message.id)"
                values.append(JSON.Member(path, try value(message, age: messages.count - 1 - index)))
                counts.messages += 1
                if values.count >= Self.batchSize {
                    try await database.reference().updateChildValues(values)
                    values = []
                    onProgress(counts.messages)
                }
            }
        }
        try await database.reference().updateChildValues(values)
        return counts
    }

    /// Checks that nothing of a seed exists: no conversation, no messages in it, and no user.
    private func check(_ seed: Seed) async throws {
        let users = profiles == nil ? (seed.users?.entries ?? []).map(\.id) : []
        let conversations = (seed.conversations ?? []).map(\.id)
        let places =
            users.map { "\(schema.users)/\($0)" }
            + conversations.flatMap { ["\(schema.conversations)/\($0)", "\(schema.messages)/\($0)"] }
        for place in places {
            let first = database.reference(withPath: place).queryOrderedByKey().queryLimited(toFirst: 1)
            if try await first.getData().exists() { throw CommandFailure(alreadyThere: place) }
        }
    }

    private func value(_ message: Seed.Message, age: Int) throws -> JSON {
        let time = try message.time(orAgo: age)
        var members = [
            JSON.Member(schema.sender, .string(message.senderId.string)),
            JSON.Member(schema.text, .string(message.text ?? "")),
            JSON.Member(schema.timestamp, milliseconds(time)),
            JSON.Member(schema.systemMessage, message.isSystemMessage == true ? .boolean(true) : .null),
        ]
        try message.checkStages(of: schema)
        for stage in schema.stages {
            guard let field = stage.users else { continue }
            var readers: [UserID: JSON] = [:]
            for (user, text) in message.readers(of: stage.receipt)?.times ?? [] {
                readers[user] = milliseconds(try text.map(message.time) ?? time)
            }
            members.append(JSON.Member(field, .object(readers.map { JSON.Member($0.string, $1) })))
        }
        return .object(members)
    }

    private func milliseconds(_ time: Timestamp) -> JSON {
        .integer(Int(time.seconds * 1000) + Int(time.nanoseconds / 1_000_000))
    }
}
