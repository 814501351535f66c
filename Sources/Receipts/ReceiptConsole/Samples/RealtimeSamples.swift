import FirestoreModel
import ReadReceipts
import RealtimeDatabase

/// Creates samples in a Realtime Database.
///
/// The database cannot make several conditional writes at once. So each node is written on the condition that it does not exist. If one
/// exists, the nodes created before are deleted again, unless somebody has changed them.
struct RealtimeSamples {
    let database: Database
    let schema: ReceiptSchema
    let ids: SampleIDs
    /// Whether this database has the profiles.
    let keepsProfiles: Bool

    /// A path and its value.
    private typealias Part = (path: String, value: DatabaseValue)

    /// Creates the samples.
    ///
    /// - Parameter finish: A last step; if it fails, the samples are deleted again.
    /// - Returns: Whether all paths were free.
    func make(
        _ chats: [SampleChat], at now: Timestamp, _ finish: () async throws -> Void
    ) async throws -> Bool {
        var made: [Part] = []
        do {
            for part in chats.flatMap({ parts($0, at: now) }) + profiles() {
                guard try await create(part) else {
                    await takeAway(made)
                    return false
                }
                made.append(part)
            }
            try await finish()
            return true
        } catch {
            await takeAway(made)
            throw error
        }
    }

    private func create(_ part: Part) async throws(DatabaseError) -> Bool {
        try await database.reference(withPath: part.path).runTransactionBlock { data in
            guard data.databaseValue.isNull else { return .abort() }
            data.databaseValue = part.value
            return .success(withValue: data)
        }.committed
    }

    private func takeAway(_ parts: [Part]) async {
        for part in parts.reversed() {
            _ = try? await database.reference(withPath: part.path).runTransactionBlock { data in
                guard data.databaseValue == part.value else { return .abort() }
                data.databaseValue = .null
                return .success(withValue: data)
            }
        }
    }

    private func profiles() -> [Part] {
        guard keepsProfiles else { return [] }
        return SampleChat.names.filter { ids.usersWithoutProfile.contains($0.id) }.map { id, name in
            ("\(schema.users)/\(ids.user(id))", [schema.displayName: .string(name)])
        }
    }

    private func parts(_ chat: SampleChat, at now: Timestamp) -> [Part] {
        let id = ids.conversation(chat)
        var conversation: [String: DatabaseValue] = [
            schema.members: .object(
                Dictionary(chat.members.map { (ids.user($0).string, true) }) { first, _ in first })
        ]
        if let title = chat.title { conversation["groupName"] = .string(title) }
        var messages: [String: DatabaseValue] = [:]
        for message in chat.messages(at: now) {
            var fields: [String: DatabaseValue] = [
                schema.text: .string(message.text),
                schema.sender: .string((message.sender.map(ids.user) ?? "system").string),
                schema.timestamp: .number(Double(message.time.seconds) * 1000),
            ]
            if message.sender == nil { fields[schema.systemMessage] = true }
            messages[message.id.string] = .object(fields)
        }
        return [
            ("\(schema.conversations)/\(id)", .object(conversation)),
            ("\(schema.messages)/\(id)", .object(messages)),
        ]
    }
}
