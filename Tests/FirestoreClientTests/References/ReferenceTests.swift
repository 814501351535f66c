import FirestoreClient
import TestSupport
import Testing

@Suite struct ReferenceTests {
    @Test func `paths lead down and up again`() throws {
        let db = try makeFirestore()
        let message = db.collection("conversations").document("c1").collection("messages").document("m1")
        #expect(message == db.document("conversations/c1/messages/m1"))
        #expect(message == db.document("/conversations/c1/messages/m1/"))
        #expect(message.path == "conversations/c1/messages/m1")
        #expect(message.documentID == "m1")
        #expect(message.parent.path == "conversations/c1/messages")
        #expect(message.parent.collectionID == "messages")
        #expect(message.parent.parent?.documentID == "c1")
        #expect(message.parent.parent?.parent.parent == nil)
        #expect(db.collection("conversations").document("c1/messages/m1") == message)
        #expect(Set([message, db.document("conversations/c1/messages/m1")]).count == 1)
        #expect(message != db.document("conversations/c1/messages/m2"))
    }

    @Test func `composed and decomposed ids are two documents`() throws {
        let db = try makeFirestore()
        #expect(db.document("c/\u{E9}") != db.document("c/e\u{301}"))
    }

    @Test func `invalid references are equal for the same path alone`() throws {
        let db = try makeFirestore()
        #expect(db.document("a") == db.document("a"))
        #expect(Set([db.document("a"), db.document("a"), db.document("b")]).count == 2)
        #expect(db.document("\u{E9}") != db.document("e\u{301}"))
        #expect(db.document("a") != db.document("a/b"))
    }

    @Test func `automatic ids are 20 letters and digits, drawn evenly`() throws {
        let collection = try makeFirestore().collection("c")
        let ids = (0..<2000).map { _ in collection.document().documentID }
        #expect(Set(ids).count == 2000)
        #expect(ids.allSatisfy { $0.utf8.count == 20 })
        let counts = ids.joined().reduce(into: [Character: Int]()) { $0[$1, default: 0] += 1 }
        #expect(counts.count == 62)
        // 40,000 characters over 62 kinds: 645 each, give or take.
        #expect(counts.values.allSatisfy { (500...800).contains($0) })
        #expect(try makeFirestore().collection("c").document() == makeFirestore().collection("c").document())
    }

    @Test func `a bad path is reported by what uses it, and by nothing before`() async throws {
        let db = try makeFirestore()
        let bad = db.collection("a/b")
        #expect(bad.collectionID == "")
        #expect(bad.parent == nil)
        #expect(bad.path == "a/b")
        let document = bad.document("x")
        #expect(document.documentID == "")
        #expect(document.collection("y").document().documentID == "")
        let errors = [
            try await failure { () async throws(FirestoreError) in try await bad.getDocuments() },
            try await failure { () async throws(FirestoreError) in try await bad.listDocuments() },
            try await failure { () async throws(FirestoreError) in try await bad.addDocument(data: [:]) },
            try await failure { () async throws(FirestoreError) in try await document.getDocument() },
            try await failure { () async throws(FirestoreError) in try await document.delete() },
            try await failure { () async throws(FirestoreError) in try await db.getDocuments([document]) },
            try await failure { () async throws(FirestoreError) in
                try await document.collection("y").getDocuments()
            },
        ]
        for error in errors {
            #expect(error.code == .invalidArgument)
            #expect(error.message.contains("\"a/b\" names a document, not a collection"), "\(error)")
        }
    }

    @Test func `bad references compare and hash`() throws {
        let db = try makeFirestore()
        #expect(db.document("") == db.document(""))
        #expect(db.document("a") != db.document("b"))
        #expect(Set([db.document("a"), db.document("a"), db.document("b")]).count == 2)
    }
}
