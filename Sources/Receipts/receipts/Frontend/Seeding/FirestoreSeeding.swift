import FirestoreClient
import FirestoreModel
import PrintableText
import ReadReceipts

/// Writes a seed to Cloud Firestore, in commits that every server accepts.
struct FirestoreSeeding {
    private let firestore: Firestore
    private let schema: ReceiptSchema
    /// Whether to replace existing data with the same ids; otherwise nothing is written if any exists.
    private let replaces: Bool
    /// Gets how many messages are written so far.
    private let onProgress: (Int) -> Void

    init(
        _ firestore: Firestore, _ schema: ReceiptSchema, replaces: Bool,
        onProgress: @escaping (Int) -> Void = { _ in }
    ) {
        self.onProgress = onProgress
        self.firestore = firestore
        self.schema = schema
        self.replaces = replaces
    }

    func write(_ seed: Seed) async throws -> SeedCounts {
        if !replaces { try await check(seed) }
        var planner = CommitPlanner<DocumentName>()
        func commit(_ entries: [CommitPlanner<DocumentName>.Entry]?) async throws {
            if let entries { _ = try await firestore.commit(entries.map(\.encoded)) }
        }
        let counts = try await forEachDocument(of: seed) { name, fields, counts in
            // Also keeps what somebody else creates in the meantime.
            let write = Write(
                .update(name, fields, mask: nil), precondition: replaces ? nil : .exists(false))
            try await commit(planner.add(CommitPlanner.Entry(name, write)))
            onProgress(counts.messages)
        }
        try await commit(planner.finish())
        return counts
    }

    /// Checks that nothing of a seed exists.
    private func check(_ seed: Seed) async throws {
        var names: [DocumentName] = []
        func look() async throws {
            let found = try await firestore.batchGet(names, mask: DocumentMask([])).compactMap(\.self)
            if let first = found.first { throw CommandFailure(alreadyThere: "\(first.name.path)") }
            names = []
        }
        _ = try await forEachDocument(of: seed) { name, _, _ in
            names.append(name)
            if names.count == CommitLimits.writes { try await look() }
        }
        if !names.isEmpty { try await look() }
    }

    /// Calls a function for each document of a seed, with the counts before it.
    private func forEachDocument(
        of seed: Seed, _ body: (DocumentName, MapValue, SeedCounts) async throws -> Void
    ) async throws -> SeedCounts {
        var counts = SeedCounts()
        func add(_ path: [String], _ fields: MapValue) async throws {
            try await body(DocumentName(firestore.database, try FirestoreSeeding.path(path)), fields, counts)
        }
        for (id, user) in seed.users?.entries ?? [] {
            var fields = MapValue()
            fields["displayName"] = user.displayName.map(Value.string)
            fields["photoURL"] = user.photoURL.map(Value.string)
            try await add(["users", id.string], fields)
            counts.users += 1
        }
        for conversation in seed.conversations ?? [] {
            var fields = MapValue()
            fields[FieldName(schema.members)] = .array(conversation.participants.map { .string($0.string) })
            fields["groupName"] = conversation.groupName.map(Value.string)
            try await add([schema.conversations, conversation.id.string], fields)
            counts.conversations += 1
            var cursors: [UserID: ReceiptCursor] = [:]
            let messages = conversation.messages?.all ?? []
            for (index, message) in messages.enumerated() {
                let path = [
                    schema.conversations, conversation.id.string, schema.messages, message.id.string,
                ]
                let fields = try self.fields(message, age: messages.count - 1 - index)
                try await add(path, fields)
                if schema.cursors != nil { move(&cursors, past: message, fields) }
                counts.messages += 1
            }
            guard let collection = schema.cursors?.collection else { continue }
            for (user, cursor) in cursors.sorted(by: { $0.key < $1.key }) {
                try await add(
                    [schema.conversations, conversation.id.string, collection, user.string],
                    cursor.fields(schema: schema))
            }
        }
        return counts
    }

    /// Moves the cursors of those who have reached a stage of a message.
    private func move(
        _ cursors: inout [UserID: ReceiptCursor], past message: Seed.Message, _ fields: MapValue
    ) {
        guard case .timestamp(let time)? = fields[FieldName(schema.timestamp)] else { return }
        for stage in schema.stages {
            for user in message.readers(of: stage.receipt)?.users ?? [] {
                var cursor = cursors[user] ?? ReceiptCursor(of: user)
                cursor.move(stage.receipt, to: ChatPosition(time: time, messageID: message.id))
                cursor.updatedAt = max(cursor.updatedAt ?? time, time)
                cursors[user] = cursor
            }
        }
    }

    private static func path(_ ids: [String]) throws -> DocumentPath {
        let segments = ids.map(ResourceID.init)
        guard segments.allSatisfy({ $0.problem == nil }), let path = DocumentPath(segments: segments) else {
            throw CommandFailure(
                .wrongUsage,
                "the seed file names a document with an invalid id: \(ids.joined(separator: "/").printable)")
        }
        return path
    }

    private func fields(_ message: Seed.Message, age: Int) throws -> MapValue {
        guard let status = schema.statuses.first(where: { $0.rawValue == message.status ?? "sent" }) else {
            throw CommandFailure(
                .wrongUsage,
                "message \"\(message.id)\" in the seed file has the status \"\(message.status ?? "")\"; it must be one "
                    + "of \(schema.statuses.map(\.rawValue).joined(separator: ", "))")
        }
        let timestamp = try message.time(orAgo: age)
        var fields = MapValue(pairs: [
            (FieldName(schema.sender), .string(message.senderId.string)),
            (FieldName(schema.text), .string(message.text ?? "")),
            (FieldName(schema.timestamp), .timestamp(timestamp)),
        ])
        if let field = schema.status { fields[FieldName(field)] = .string(status.rawValue) }
        try message.checkStages(of: schema)
        for stage in schema.stages {
            guard let field = stage.users else { continue }
            let readers = message.readers(of: stage.receipt)
            fields[FieldName(field)] = .array((readers?.users ?? []).map { .string($0.string) })
            // The field holds the time of the first user.
            guard let field = stage.time else { continue }
            let times = try (readers?.times ?? []).compactMap { try $0.time.map(message.time) }
            if let first = times.min() { fields[FieldName(field)] = .timestamp(first) }
        }
        if message.isSystemMessage == true { fields[FieldName(schema.systemMessage)] = .boolean(true) }
        return fields
    }
}
