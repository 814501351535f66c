import FirestoreClient
import FirestoreModel
import ReadReceipts
import RealtimeDatabase

extension SampleChat {
    /// Makes the conversations, and profiles for those who take part. What is there under the same ids is replaced.
    static func write(to place: ChatPlace, _ schema: ReceiptSchema) async throws(ReceiptsError) {
        let now = Timestamp()
        do {
            switch place {
            case .firestore(let firestore):
                let batch = firestore.batch()
                addProfiles(to: batch, of: firestore, schema)
                for chat in all { chat.add(to: batch, of: firestore, schema, at: now) }
                try await batch.commit()
            case .realtimeDatabase(let database, let profiles):
                var values: [String: DatabaseValue] = [:]
                if let profiles {
                    let batch = profiles.batch()
                    addProfiles(to: batch, of: profiles, schema)
                    try await batch.commit()
                } else {
                    for (id, name) in names {
                        values["\(schema.users)/\(id)"] = [schema.displayName: .string(name)]
                    }
                }
                for chat in all { chat.add(to: &values, schema, at: now) }
                try await database.reference().updateChildValues(values)
            }
        } catch let error as FirestoreError {
            throw ReceiptsError(error)
        } catch let error as DatabaseError {
            throw ReceiptsError(error)
        } catch {
            throw ReceiptsError(.server, "the sample conversations could not be made: \(error)")
        }
    }

    // MARK: Cloud Firestore

    private static func addProfiles(
        to batch: WriteBatch, of firestore: Firestore, _ schema: ReceiptSchema
    ) {
        for (id, name) in names {
            batch.setData(
                [schema.displayName: name], forDocument: firestore.document("\(schema.users)/\(id)"))
        }
    }

    private func add(
        to batch: WriteBatch, of firestore: Firestore, _ schema: ReceiptSchema, at now: Timestamp
    ) {
        var fields: [String: Any] = [schema.members: members]
        if let title { fields["groupName"] = title }
        let conversation = "\(schema.conversations)/\(id)"
        batch.setData(fields, forDocument: firestore.document(conversation))
        for message in messages(at: now) {
            var fields: [String: Any] = [
                schema.text: message.text, schema.readBy: [String](), schema.timestamp: message.time,
                schema.sender: message.sender ?? "system",
            ]
            if message.sender == nil { fields[schema.systemMessage] = true }
            if let field = schema.messageID { fields[field] = message.id }
            if let field = schema.status { fields[field] = MessageStatus.sent.rawValue }
            if let field = schema.deliveredTo { fields[field] = [String]() }
            batch.setData(
                fields, forDocument: firestore.document("\(conversation)/\(schema.messages)/\(message.id)"))
        }
    }

    // MARK: Realtime Database

    private func add(
        to values: inout [String: DatabaseValue], _ schema: ReceiptSchema, at now: Timestamp
    ) {
        var conversation: [String: DatabaseValue] = [
            schema.members: .object(Dictionary(members.map { ($0, true) }) { first, _ in first })
        ]
        if let title { conversation["groupName"] = .string(title) }
        values["\(schema.conversations)/\(id)"] = .object(conversation)
        for message in messages(at: now) {
            var fields: [String: DatabaseValue] = [
                schema.text: .string(message.text), schema.sender: .string(message.sender ?? "system"),
                schema.timestamp: .number(Double(message.time.seconds) * 1000),
            ]
            if message.sender == nil { fields[schema.systemMessage] = true }
            values["\(schema.messages)/\(id)/\(message.id)"] = .object(fields)
        }
    }
}
