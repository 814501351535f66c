import FirestoreClient
import FirestoreModel
import ReadReceipts

/// Creates samples on Cloud Firestore in one commit. Each write requires that the document does not exist, so it creates all or nothing.
struct FirestoreSamples {
    let firestore: Firestore
    let schema: ReceiptSchema
    let ids: SampleIDs

    /// Creates profiles and conversations.
    func make(_ chats: [SampleChat], at now: Timestamp) async throws(FirestoreError) {
        _ = try await firestore.commit(
            ids.usersWithoutProfile.compactMap(profile) + chats.flatMap { writes($0, at: now) })
    }

    private func profile(of user: UserID) -> Write? {
        guard let name = SampleChat.names.first(where: { $0.id == user })?.name else { return nil }
        return create([schema.users, ids.user(user).string], [FieldName(schema.displayName): .string(name)])
    }

    private func writes(_ chat: SampleChat, at now: Timestamp) -> [Write] {
        let path = [schema.conversations, ids.conversation(chat).string]
        let members = chat.members.map { Value.string(ids.user($0).string) }
        var fields: MapValue = [FieldName(schema.members): .array(members)]
        if let title = chat.title { fields["groupName"] = .string(title) }
        let messages = chat.messages(at: now).map { message in
            create(path + [schema.messages, message.id.string], self.fields(message))
        }
        return ([create(path, fields)] + messages).compactMap(\.self)
    }

    private func fields(_ message: SampleChat.Message) -> MapValue {
        var fields: MapValue = [
            FieldName(schema.sender): .string((message.sender.map(ids.user) ?? "system").string),
            FieldName(schema.text): .string(message.text),
            FieldName(schema.timestamp): .timestamp(message.time),
        ]
        for list in schema.stages.compactMap(\.users) { fields[FieldName(list)] = [] }
        if message.sender == nil { fields[FieldName(schema.systemMessage)] = true }
        if let field = schema.messageID { fields[FieldName(field)] = .string(message.id.string) }
        if let field = schema.status { fields[FieldName(field)] = .string(MessageStatus.sent.rawValue) }
        return fields
    }

    private func create(_ path: [String], _ fields: MapValue) -> Write? {
        DocumentPath(segments: path.map { ResourceID($0) }).map { path in
            Write(
                .update(DocumentName(firestore.database, path), fields, mask: nil),
                precondition: .exists(false))
        }
    }
}
