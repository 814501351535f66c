import FirestoreClient
import FirestoreModel
import FirestoreREST
import ReadReceipts

/// Writes what a seed file holds, in commits that every server accepts.
struct SeedFrontend {
    let command: SeedCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let seed = try JSONFile.read(Seed.self, from: command.file, as: "seed")
        let connection = try await Connection(command.connection, user: nil, in: context)
        let counts = try await write(seed, to: connection)
        switch command.connection.format {
        case .json: context.console.out(counts.json.compactText)
        case .text: if !command.connection.quiet { context.console.out(counts.summary) }
        }
        return .done
    }

    /// How many documents of each kind were written.
    private struct Counts {
        var users = 0
        var conversations = 0
        var messages = 0

        var summary: String { "\(users) users, \(conversations) conversations, \(messages) messages" }

        var json: JSON {
            .object([
                "users": .integer(users), "conversations": .integer(conversations),
                "messages": .integer(messages),
            ])
        }
    }

    private func write(_ seed: Seed, to connection: Connection) async throws -> Counts {
        var counts = Counts()
        var planner = CommitPlanner<String>()
        let firestore = connection.firestore
        func commit(_ entries: [CommitPlanner<String>.Entry]?) async throws {
            if let entries { _ = try await firestore.commit(entries.map(\.encoded)) }
        }
        func add(_ path: [String], _ fields: MapValue) async throws {
            let path = try SeedFrontend.path(path)
            let write = Write(.update(DocumentName(firestore.database, path), fields, mask: nil))
            try await commit(planner.add(CommitPlanner.Entry(path.id.string, write)))
        }

        let schema = connection.service.schema
        for (id, user) in (seed.users ?? [:]).sorted(by: { $0.key < $1.key }) {
            var fields = MapValue()
            fields["displayName"] = user.displayName.map(Value.string)
            fields["photoURL"] = user.photoURL.map(Value.string)
            try await add(["users", id], fields)
            counts.users += 1
        }
        for conversation in seed.conversations ?? [] {
            var fields = MapValue()
            fields[FieldName(schema.members)] = .array(conversation.participants.map(Value.string))
            fields["groupName"] = conversation.groupName.map(Value.string)
            try await add([schema.conversations, conversation.id], fields)
            counts.conversations += 1
            for (index, message) in (conversation.messages?.all ?? []).enumerated() {
                let path = [schema.conversations, conversation.id, schema.messages, message.id]
                try await add(path, try self.fields(message, index: index, schema: schema))
                counts.messages += 1
            }
        }
        try await commit(planner.finish())
        return counts
    }

    private static func path(_ ids: [String]) throws -> DocumentPath {
        let segments = ids.map(ResourceID.init)
        guard segments.allSatisfy({ $0.problem == nil }), let path = DocumentPath(segments: segments) else {
            throw CommandFailure(
                .wrongUsage,
                "the seed file names a document with a bad id: \(ids.joined(separator: "/").printable)")
        }
        return path
    }

    private func fields(_ message: Seed.Message, index: Int, schema: ReceiptSchema) throws -> MapValue {
        guard let status = MessageStatus(rawValue: message.status ?? "sent") else {
            throw CommandFailure(
                .wrongUsage,
                "message \"\(message.id)\" in the seed file has the status \"\(message.status ?? "")\": it must be one "
                    + "of \(MessageStatus.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        // One second apart, so that messages without a time of their own keep their order.
        var timestamp = Timestamp(seconds: Timestamp().seconds + Int64(index), nanoseconds: 0)
        if let text = message.timestamp {
            guard let time = Timestamp(rfc3339: text) else {
                throw CommandFailure(
                    .wrongUsage,
                    "message \"\(message.id)\" in the seed file has the timestamp \"\(text)\": write it like "
                        + "2026-01-02T03:04:05Z")
            }
            timestamp = time
        }
        var fields = MapValue(pairs: [
            (FieldName(schema.sender), .string(message.senderId)),
            (FieldName(schema.text), .string(message.text ?? "")),
            (FieldName(schema.timestamp), .timestamp(timestamp)),
        ])
        if let field = schema.status { fields[FieldName(field)] = .string(status.rawValue) }
        if let field = schema.deliveredTo {
            fields[FieldName(field)] = .array((message.deliveredTo ?? []).map(Value.string))
        }
        fields[FieldName(schema.readBy)] = .array((message.readBy ?? []).map(Value.string))
        return fields
    }
}

extension Seed.Messages {
    /// Every message, the made ones with ids that sort in their order.
    fileprivate var all: [Seed.Message] {
        switch self {
        case .list(let messages): return messages
        case .generated(let count, let sender, let status):
            let width = String(count).count
            return (1...max(count, 1)).prefix(count).map { number in
                let digits = String(number)
                let id = "m" + String(repeating: "0", count: width - digits.count) + digits
                return Seed.Message(id: id, senderId: sender, text: "Message \(number)", status: status)
            }
        }
    }
}
