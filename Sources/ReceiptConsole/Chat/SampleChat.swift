import FirestoreClient
import FirestoreModel
import ReadReceipts

/// Conversations to look at where there are none: one of two, one of four, and one of twenty.
struct SampleChat: Sendable {
    private struct Line {
        let sender: String?
        let text: String

        init(_ sender: String?, _ text: String) {
            self.sender = sender
            self.text = text
        }
    }

    private let firestore: Firestore

    init(_ firestore: Firestore) { self.firestore = firestore }

    /// Makes the conversations, and profiles for those who take part. What is there under the same ids is replaced.
    ///
    /// - Returns: The ids of the conversations.
    /// - Throws: ``FirestoreError``.
    func make(_ schema: ReceiptSchema) async throws(FirestoreError) -> [String] {
        let crew = ["alice", "bob", "carol", "dave"]
        let batch = firestore.batch()
        for (id, name) in Self.names {
            batch.setData(
                [schema.displayName: name], forDocument: firestore.document("\(schema.users)/\(id)"))
        }
        add(
            "alice-bob", nil, ["alice", "bob"],
            [
                Line("alice", "Lunch at one?"), Line("bob", "Half past, please."),
                Line("alice", "See you there."),
            ], schema, batch)
        add(
            "team", "Release team", crew,
            [
                Line(nil, "alice has made this group"), Line("alice", "The release is out! 🎉"),
                Line("bob", "Great. Who writes the announcement?"), Line("carol", "I do. Give me an hour."),
                Line("alice", "Thank you all."),
            ], schema, batch)
        add(
            "choir", "Choir", Self.names.map(\.id),
            [
                Line("alice", "Rehearsal is at seven on Thursday."),
                Line("alice", "Please bring your scores."),
            ],
            schema, batch)
        try await batch.commit()
        return ["alice-bob", "team", "choir"]
    }

    private func add(
        _ id: String, _ title: String?, _ members: [String], _ lines: [Line], _ schema: ReceiptSchema,
        _ batch: WriteBatch
    ) {
        let conversation = firestore.document("\(schema.conversations)/\(id)")
        var fields: [String: Any] = [schema.members: members]
        if let title { fields["groupName"] = title }
        batch.setData(fields, forDocument: conversation)
        let begin = Timestamp().seconds - Int64(lines.count) * 60
        for (index, line) in lines.enumerated() {
            var message: [String: Any] = [
                schema.text: line.text, schema.readBy: [String](),
                schema.timestamp: Timestamp(seconds: begin + Int64(index) * 60, nanoseconds: 0),
            ]
            let messageID = "m\(index + 1)"
            message[schema.sender] = line.sender ?? "system"
            if line.sender == nil { message[schema.systemMessage] = true }
            if let field = schema.messageID { message[field] = messageID }
            if let field = schema.status { message[field] = MessageStatus.sent.rawValue }
            if let field = schema.deliveredTo { message[field] = [String]() }
            batch.setData(
                message,
                forDocument: firestore.document(
                    "\(schema.conversations)/\(id)/\(schema.messages)/\(messageID)"))
        }
    }

    private static let names: [(id: String, name: String)] = [
        ("alice", "Alice Andersson"), ("bob", "Bob Baker"), ("carol", "Carol Castillo"),
        ("dave", "Dave Dubois"),
        ("erin", "Erin Eze"), ("frank", "Frank Fischer"), ("grace", "Grace Gupta"), ("heidi", "Heidi Huber"),
        ("ivan", "Ivan Ivanov"), ("judy", "Judy Jansen"), ("karim", "Karim Khan"), ("lena", "Lena Lopez"),
        ("mallory", "Mallory Martin"), ("niaj", "Niaj Nakamura"), ("olivia", "Olivia Olsen"),
        ("peggy", "Peggy Park"), ("quentin", "Quentin Quist"), ("rupert", "Rupert Rossi"),
        ("sybil", "Sybil Santos"), ("trent", "Trent Tran"),
    ]
}
