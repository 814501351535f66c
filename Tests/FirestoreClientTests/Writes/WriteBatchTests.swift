import FirestoreClient
import FirestoreModel
import TestSupport
import Testing

@Suite struct WriteBatchTests {
    @Test func `a batch of receipts, written as an app writes it`() async throws {
        let transport = ScriptedTransport([.json(commitJSON(2))])
        let db = try makeFirestore(transport, credentials: .emulatorUser(uid: "bob"))
        let (c, userID, unread) = ("c1", "bob", ["m1", "m2"])

        let batch = db.batch()
        for id in unread {
            let ref = db.collection("conversations/\(c)/messages").document(id)
            batch.updateData(["status": "read", "readBy": FieldValue.arrayUnion([userID])], forDocument: ref)
        }
        try await batch.commit()

        let request = try #require(transport.requests.first)
        #expect(request.line == "POST /v1/projects/p/databases/(default)/documents:commit")
        let writes = unread.map { id in
            """
            {"update": {"name": "\(root)/conversations/c1/messages/\(id)", "fields": {"status": {"stringValue": "read"}}},
             "updateMask": {"fieldPaths": ["status"]},
             "updateTransforms": [{"fieldPath": "readBy",
                "appendMissingElements": {"values": [{"stringValue": "bob"}]}}],
             "currentDocument": {"exists": true}}
            """
        }
        #expect(try request.text == compact(#"{"writes": [\#(writes.joined(separator: ","))]}"#))
    }

    @Test func `all kinds of writes can be chained and keep their order`() async throws {
        let transport = ScriptedTransport([.json(commitJSON(6))])
        let db = try makeFirestore(transport)
        let time = Timestamp(seconds: 1, nanoseconds: 123_456_789)
        let result = try await db.batch()
            .setData(["a": 1], forDocument: db.document("c/1"))
            .setData(["a": 1], forDocument: db.document("c/2"), merge: true)
            .setData(["a": 1, "b": 2], forDocument: db.document("c/3"), mergeFields: ["b"])
            .setData(["a": 1], forDocument: db.document("c/4"), precondition: .exists(false))
            .updateData(["a": 1], forDocument: db.document("c/5"), precondition: .lastUpdateTime(time))
            .deleteDocument(db.document("c/6"), precondition: .exists(true))
            .commit()
        let text = try #require(transport.requests.first?.text)
        let names = (1...6).map { "\(root)/c/\($0)" }
        var rest = Substring(text)
        for name in names { rest = rest[try #require(rest.firstRange(of: name)).upperBound...] }
        #expect(
            text.contains(#""currentDocument":{"updateTime":"1970-01-01T00:00:01.123456Z"}"#), "microseconds")
        #expect(text.hasSuffix(#"{"delete":"\#(names[5])","currentDocument":{"exists":true}}]}"#))
        #expect(result.writes.map(\.reference.documentID) == ["1", "2", "3", "4", "5", "6"])
        #expect(result.commitTime?.description == "2026-01-02T03:04:05.123456Z")
        #expect(result.writes.first?.updateTime == result.commitTime)
        #expect(db.usage.documentsWritten == 6)
        #expect(db.usage.requests == 1)
    }

    @Test func `an empty batch sends nothing`() async throws {
        let transport = ScriptedTransport([])
        let batch = try makeFirestore(transport).batch()
        #expect(batch.encodedSize == 13)
        let result = try await batch.commit()
        #expect(result.commitTime == nil)
        #expect(result.writes.isEmpty)
        #expect(transport.requests.isEmpty)
    }

    @Test func `a batch can be committed once`() async throws {
        let transport = ScriptedTransport([.json(commitJSON())])
        let db = try makeFirestore(transport)
        let batch = db.batch().deleteDocument(db.document("c/d"))
        try await batch.commit()
        let error = try await failure { () async throws(FirestoreError) in try await batch.commit() }
        #expect(error.code == .failedPrecondition)
        #expect(transport.requests.count == 1)
    }

    @Test func `the size is that of the request`() async throws {
        let transport = ScriptedTransport([.json(commitJSON(3))])
        let db = try makeFirestore(transport)
        let batch = db.batch()
        var sizes: [Int] = []
        for index in 0..<3 {
            batch.setData(["é": "\u{1F600}\"", "n": index], forDocument: db.document("c/\(index)"))
            sizes.append(batch.encodedSize)
        }
        #expect(batch.count == 3)
        try await batch.commit()
        #expect(sizes.last == transport.requests.first?.body.count)
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    }

    @Test func `the first thing that cannot be written is thrown, and nothing is sent`() async throws {
        let transport = ScriptedTransport([.json(commitJSON(2))])
        let db = try makeFirestore(transport)
        let batch = db.batch()
            .updateData(["ok": 1], forDocument: db.document("c/1"))
            .updateData(["bad": Set([1])], forDocument: db.document("c/2"))
            .deleteDocument(db.document("c"))
            .deleteDocument(db.document("c/3"))
        let error = try await failure { () async throws(FirestoreError) in try await batch.commit() }
        #expect(error.code == .invalidArgument)
        #expect(
            error.message.hasPrefix("updateData of \"c/2\": field bad: a value of type Set<Int>"), "\(error)")
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: ["", "/", "c", "c/d/e", "c//d", "c/.", "c/..", "c/__x__", "c/__id7x__", "a/b//", "//"])
    func `a bad path is thrown by the commit`(_ path: String) async throws {
        let db = try makeFirestore()
        let batch = db.batch().setData(["a": 1], forDocument: db.document(path))
        let error = try await failure { () async throws(FirestoreError) in try await batch.commit() }
        #expect(error.code == .invalidArgument)
        #expect(error.message.hasPrefix("setData of \"\(path)\": the path "), "\(error)")
    }

    @Test func `ids that look like ids are taken`() async throws {
        for id in [
            "a b", "é", "+", "%2F", "__id7__", "____", "a.b", "x:y", String(repeating: "a", count: 1500),
        ] {
            let transport = ScriptedTransport([.json(commitJSON())])
            let db = try makeFirestore(transport)
            try await db.batch().deleteDocument(db.collection("c").document(id)).commit()
            #expect(transport.requests.count == 1, "\(id)")
        }
    }

    @Test func `a document of another database is refused`() async throws {
        let other = try Firestore(FirestoreSettings(projectID: "other"), transport: ScriptedTransport([]))
        let batch = try makeFirestore().batch().deleteDocument(other.document("c/d"))
        let error = try await failure { () async throws(FirestoreError) in try await batch.commit() }
        #expect(error.code == .invalidArgument)
        #expect(error.message.contains("projects/other"))
    }

    @Test func `an update cannot require that there is no document`() async throws {
        let db = try makeFirestore()
        let batch = db.batch().updateData(
            ["a": 1], forDocument: db.document("c/d"), precondition: .exists(false))
        #expect(
            try await failure { () async throws(FirestoreError) in try await batch.commit() }.code
                == .invalidArgument)
    }

    @Test func `what no server takes is not sent`() async throws {
        let transport = ScriptedTransport([])
        let db = try makeFirestore(transport)
        let large = db.batch().setData(
            ["x": String(repeating: "x", count: 1_048_576)], forDocument: db.document("c/d"))
        var error = try await failure { () async throws(FirestoreError) in try await large.commit() }
        #expect(error.code == .invalidArgument)
        #expect(error.message.contains("\"c/d\" has 10486") && error.message.contains("1048576"), "\(error)")
        let many = db.batch()
        for index in 0..<11 {
            many.setData(
                ["x": String(repeating: "x", count: 1_000_000)], forDocument: db.document("c/\(index)"))
        }
        error = try await failure { () async throws(FirestoreError) in try await many.commit() }
        #expect(error.code == .invalidArgument)
        #expect(error.message.contains("10485760"), "\(error)")
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
    }

    @Test func `many tasks may add to one batch`() async throws {
        let db = try makeFirestore()
        let batch = db.batch()
        await withTaskGroup { group in
            for index in 0..<100 {
                group.addTask { batch.deleteDocument(db.document("c/\(index)")) }
            }
        }
        #expect(batch.count == 100)
    }

    @Test func `an answer with too few results is no answer`() async throws {
        let db = try makeFirestore(ScriptedTransport([.json(commitJSON(1))]))
        let batch = db.batch().deleteDocument(db.document("c/1")).deleteDocument(db.document("c/2"))
        let error = try await failure { () async throws(FirestoreError) in try await batch.commit() }
        #expect(error.code == .unknown)
        #expect(error.isOutcomeUnknown)
    }
}
