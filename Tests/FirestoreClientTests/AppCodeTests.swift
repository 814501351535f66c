// What an app may write, with nothing imported but the client: this must compile and work.
import FirestoreClient
import TestSupport
import Testing

@MainActor
private final class ChatModel {
    let db: Firestore
    var lastSnapshot: DocumentSnapshot?

    init(db: Firestore) { self.db = db }

    func markRead(_ unread: [String], in c: String, as userID: String) async throws {
        let batch = db.batch()
        for id in unread {
            let ref = db.collection("conversations/\(c)/messages").document(id)
            batch.updateData(["status": "read", "readBy": FieldValue.arrayUnion([userID])], forDocument: ref)
        }
        try await batch.commit()
    }

    func page(of c: String) async throws -> [[String: Any]] {
        var query: Query = db.collection("conversations").document(c).collection("messages")
            .whereField("status", in: ["sent", "delivered"])
            .order(by: "timestamp", descending: true)
            .limit(to: 20)
        if let lastSnapshot { query = query.start(afterDocument: lastSnapshot) }
        let snapshot = try await query.getDocuments()
        lastSnapshot = snapshot.documents.last
        return snapshot.documents.map { $0.data() }
    }

    func send(_ text: String, in c: String) async throws -> String {
        var data: [String: Any] = ["text": text, "timestamp": FieldValue.serverTimestamp()]
        data["readBy"] = [String]()
        return try await db.collection("conversations").document(c).collection("messages").addDocument(
            data: data
        )
        .documentID
    }

    func touch(_ c: String) async throws {
        let reference = db.collection("conversations").document(c)
        try await reference.updateData(["unread.bob": FieldValue.increment(Int64(1)), "seen": Timestamp()])
        try await reference.setData(["title": "x", "typing": FieldValue.delete()], merge: true)
        guard let title = try await reference.getDocument().data()?["title"] as? String else { return }
        #expect(title == "x")
    }
}

@Suite struct AppCodeTests {
    @Test @MainActor func `an app's model marks, pages, sends and updates`() async throws {
        let message =
            #"{"document":\#(documentJSON("conversations/c/messages/m", #"{"timestamp":{"integerValue":"1"}}"#))}"#
        let transport = ScriptedTransport([
            .json(commitJSON(2)), .json("[\(message)]"), .json("[\(message)]"), .json(commitJSON()),
            .json(commitJSON()),
            .json(commitJSON()), .json(documentJSON("conversations/c", #"{"title":{"stringValue":"x"}}"#)),
        ])
        let model = ChatModel(db: try makeFirestore(transport))
        try await model.markRead(["m1", "m2"], in: "c", as: "bob")
        #expect(try await model.page(of: "c").count == 1)
        #expect(try await model.page(of: "c").count == 1)
        #expect(try await model.send("hi", in: "c").utf8.count == 20)
        try await model.touch("c")
        #expect(transport.remaining == 0)
        #expect(transport.requests[2].text.contains(#""startAt""#))
    }
}
