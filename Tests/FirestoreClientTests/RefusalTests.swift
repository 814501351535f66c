import FirestoreClient
import TestSupport
import Testing

/// What no server would carry out as it is meant is refused before anything is sent.
@Suite struct RefusalTests {
    private func refusal(
        _ work: (Firestore) async throws(FirestoreError) -> Void
    ) async throws -> String {
        let transport = ScriptedTransport([])
        let firestore = try makeFirestore(transport)
        let error = try await failure { () async throws(FirestoreError) in try await work(firestore) }
        #expect(error.code == .invalidArgument)
        #expect(transport.requests.isEmpty)
        return error.message
    }

    @Test func `an update of nothing`() async throws {
        let message = try await refusal { db async throws(FirestoreError) in
            try await db.document("c/d").updateData([:])
        }
        #expect(message.contains("no field to update"))
    }

    @Test func `a removal below or beside merged fields`() async throws {
        let cases: [([String: Any], [Any])] = [
            (["h": ["g": FieldValue.delete()]], ["h"]), (["a": 1, "b": FieldValue.delete()], ["a"]),
        ]
        for (data, fields) in cases {
            let message = try await refusal { db async throws(FirestoreError) in
                try await db.document("c/d").setData(data, mergeFields: fields)
            }
            #expect(message.contains("is deleted"), "\(message)")
        }
    }

    @Test func `merged fields that overlap`() async throws {
        for fields: [Any] in [["a", "a.b"], ["a.b", FieldPath(["a"])]] {
            let message = try await refusal { db async throws(FirestoreError) in
                try await db.document("c/d").setData(["a": ["b": 1]], mergeFields: fields)
            }
            #expect(message.contains("field a.b: is in mergeFields"), "\(message)")
        }
    }

    @Test func `null and NaN compared other than for equality`() async throws {
        for value: Any? in [nil, Double.nan] {
            for make: (Query) -> Query in [
                { $0.whereField("a", isLessThan: value) }, { $0.whereField("a", isLessThanOrEqualTo: value) },
                { $0.whereField("a", isGreaterThan: value) },
                { $0.whereField("a", isGreaterThanOrEqualTo: value) },
            ] {
                let message = try await refusal { db async throws(FirestoreError) in
                    _ = try await make(db.collection("c")).getDocuments()
                }
                #expect(message.contains("only possible for equality"))
            }
        }
    }

    @Test func `paths with an empty name`() async throws {
        let path = FieldPath(["a", ""])
        for make: (Query) -> Query in [
            { $0.whereField(path, isEqualTo: 1) }, { $0.order(by: path) }, { $0.select([path]) },
        ] {
            let message = try await refusal { db async throws(FirestoreError) in
                _ = try await make(db.collection("c")).getDocuments()
            }
            #expect(message.contains("empty name"), "\(message)")
        }
    }

    @Test func `a cursor by a document of another collection`() async throws {
        let other = ScriptedTransport([.json(documentJSON("other/d"))])
        let snapshot = try await makeFirestore(other).document("other/d").getDocument()
        for make: (Firestore) -> Query in [{ $0.collection("c") }, { $0.collectionGroup("c") }] {
            let message = try await refusal { db async throws(FirestoreError) in
                _ = try await make(db).start(atDocument: snapshot).getDocuments()
            }
            #expect(message.contains("in the collection other"), "\(message)")
        }
    }

    @Test func `a read from a cache`() async throws {
        let firestore = try makeFirestore()
        let one = try await failure { () async throws(FirestoreError) in
            try await firestore.document("c/d").getDocument(source: .cache)
        }
        let many = try await failure { () async throws(FirestoreError) in
            try await firestore.collection("c").getDocuments(source: .cache)
        }
        #expect(one.code == .unavailable && many.code == .unavailable)
        #expect(many.message.contains("keeps no cache"))
    }
}
