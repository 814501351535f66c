import FirestoreClient
import JSONText
import TestSupport
import Testing

@Suite struct WritesOnTheWireTests {
    /// The only write of the commit that some work sends, as JSON.
    private func write(_ work: (DocumentReference) async throws -> Void) async throws -> String? {
        let transport = ScriptedTransport([.json(commitJSON())])
        try await work(makeFirestore(transport).document("c/d"))
        let writes = try JSONParser.parse(try #require(transport.requests.first).body)["writes"]?.array
        #expect(writes?.count == 1)
        return writes?.first?.compactText
    }

    private let name = "\(root)/c/d"

    @Test func `setData replaces, with transforms in the same write`() async throws {
        let json = try await write {
            try await $0.setData([
                "a": 1, "m": ["t": FieldValue.serverTimestamp(), "k": 2], "u": FieldValue.arrayUnion([1]),
            ])
        }
        #expect(
            try json
                == compact(
                    """
                    {"update": {"name": "\(name)", "fields": {"a": {"integerValue": "1"},
                        "m": {"mapValue": {"fields": {"k": {"integerValue": "2"}}}}}},
                     "updateTransforms": [{"fieldPath": "m.t", "setToServerValue": "REQUEST_TIME"},
                        {"fieldPath": "u", "appendMissingElements": {"values": [{"integerValue": "1"}]}}]}
                    """))
    }

    @Test func `setData merging masks the leaves, removals too, transforms not`() async throws {
        let json = try await write {
            try await $0.setData(
                [
                    "a": ["b": 1, "c": ["d": [2], "gone": FieldValue.delete()], "e": [String: Any]()],
                    "x.y": 3,
                    "only": ["t": FieldValue.increment(2)],
                ], merge: true)
        }
        #expect(
            try json
                == compact(
                    """
                    {"update": {"name": "\(name)", "fields": {
                        "a": {"mapValue": {"fields": {"b": {"integerValue": "1"}, "c": {"mapValue": {"fields": {
                            "d": {"arrayValue": {"values": [{"integerValue": "2"}]}}}}}, "e": {"mapValue": {}}}}},
                        "only": {"mapValue": {}}, "x.y": {"integerValue": "3"}}},
                     "updateMask": {"fieldPaths": ["a.b", "a.c.d", "a.e", "`x.y`", "a.c.gone"]},
                     "updateTransforms": [{"fieldPath": "only.t", "increment": {"integerValue": "2"}}]}
                    """))
    }

    @Test func `setData without merging is setData`() async throws {
        let plain = try await write { try await $0.setData(["a": 1]) }
        let unmerged = try await write { try await $0.setData(["a": 1], merge: false) }
        #expect(plain == unmerged)
        let empty = try await write { try await $0.setData([:]) }
        #expect(empty == #"{"update":{"name":"\#(name)"}}"#)
        let emptyMerge = try await write { try await $0.setData([:], merge: true) }
        #expect(emptyMerge == #"{"update":{"name":"\#(name)"},"updateMask":{"fieldPaths":[]}}"#)
    }

    @Test func `setData with mergeFields sends just those, and never masks what the server computes`()
        async throws
    {
        let json = try await write {
            try await $0.setData(
                [
                    "a": ["b": 1, "c": 2, "n": FieldValue.increment(1)],
                    "other": FieldValue.serverTimestamp(), "z": 3,
                    "gone": FieldValue.delete(), "dotted.name": 4,
                ], mergeFields: ["a.b", "a.n", "gone", FieldPath(["dotted.name"]), "a.b"])
        }
        #expect(
            try json
                == compact(
                    """
                    {"update": {"name": "\(name)", "fields": {"a": {"mapValue": {"fields": {"b": {"integerValue": "1"}}}},
                        "dotted.name": {"integerValue": "4"}}},
                     "updateMask": {"fieldPaths": ["a.b", "gone", "`dotted.name`"]},
                     "updateTransforms": [{"fieldPath": "a.n", "increment": {"integerValue": "1"}}]}
                    """))
    }

    @Test func `updateData changes fields by their paths and requires the document`() async throws {
        let json = try await write {
            try await $0.updateData([
                "status": "read", "meta.seen": true, FieldPath(["a.b", "ü"]): 1, "gone": FieldValue.delete(),
                "meta.gone": FieldValue.delete(), "readBy": FieldValue.arrayUnion(["bob"]),
                "un": FieldValue.arrayRemove(["eve"]), "n": FieldValue.increment(1.5),
                "readAt": FieldValue.serverTimestamp(),
                "map": ["k": 1, "t": FieldValue.increment(Int64(2))],
            ])
        }
        #expect(
            try json
                == compact(
                    """
                    {"update": {"name": "\(name)", "fields": {
                        "a.b": {"mapValue": {"fields": {"ü": {"integerValue": "1"}}}},
                        "map": {"mapValue": {"fields": {"k": {"integerValue": "1"}}}},
                        "meta": {"mapValue": {"fields": {"seen": {"booleanValue": true}}}},
                        "status": {"stringValue": "read"}}},
                     "updateMask": {"fieldPaths": ["`a.b`.`ü`", "map", "meta.seen", "status", "gone", "meta.gone"]},
                     "updateTransforms": [
                        {"fieldPath": "map.t", "increment": {"integerValue": "2"}},
                        {"fieldPath": "n", "increment": {"doubleValue": 1.5}},
                        {"fieldPath": "readAt", "setToServerValue": "REQUEST_TIME"},
                        {"fieldPath": "readBy", "appendMissingElements": {"values": [{"stringValue": "bob"}]}},
                        {"fieldPath": "un", "removeAllFromArray": {"values": [{"stringValue": "eve"}]}}],
                     "currentDocument": {"exists": true}}
                    """))
    }

    @Test func `updateData with nothing but a transform has an empty mask`() async throws {
        let json = try await write { try await $0.updateData(["readBy": FieldValue.arrayUnion(["bob"])]) }
        #expect(
            try json
                == compact(
                    """
                    {"update": {"name": "\(name)"}, "updateMask": {"fieldPaths": []},
                     "updateTransforms": [{"fieldPath": "readBy",
                        "appendMissingElements": {"values": [{"stringValue": "bob"}]}}],
                     "currentDocument": {"exists": true}}
                    """))
    }

    @Test func `delete names the document and requires nothing`() async throws {
        #expect(try await write { try await $0.delete() } == #"{"delete":"\#(name)"}"#)
    }

    @Test func `addDocument creates under a new id and only if there is none`() async throws {
        let transport = ScriptedTransport([.json(commitJSON())])
        let firestore = try makeFirestore(transport)
        let reference = try await firestore.collection("c").addDocument(data: ["a": 1])
        #expect(
            transport.requests.first?.text
                == #"{"writes":[{"update":{"name":"\#(root)/\#(reference.path)","fields":{"a":{"integerValue":"1"}}},"#
                + #""currentDocument":{"exists":false}}]}"#)
    }

    @Test func `keys of updateData that are no field paths are refused`() async throws {
        let cases: [([AnyHashable: Any], String)] = [
            (["": 1], "empty"), ([".a": 1], "dot"), (["a.": 1], "dot"), (["a..b": 1], "two in a row"),
            (["a/b": 1], "~ * / [ ]"),
            (["a[0]": 1], "~ * / [ ]"), ([7: 1], "type Int"), ([FieldPath([]): 1], "empty"),
            ([FieldPath(["a", ""]): 1], "name"),
            (["__name__": 1], "Firestore's own"), (["a": 1, "a.b": 2], "named twice"),
            (["a.b": 1, FieldPath(["a", "b"]): 2], "named twice"),
            (["a": ["b": FieldValue.delete()]], "is not allowed inside a map"),
            ([FieldPath((0..<21).map { "k\($0)" }): [String: Any]()], "nested more than 20"),
        ]
        for (data, reason) in cases {
            let reference = try makeFirestore().document("c/d")
            let error = try await failure { () async throws(FirestoreError) in
                try await reference.updateData(data)
            }
            #expect(error.code == .invalidArgument)
            #expect(error.message.contains(reason), "\(error)")
            #expect(error.message.hasPrefix("updateData of \"c/d\": "), "\(error)")
        }
    }

    @Test func `mergeFields must be in the data`() async throws {
        for fields: [Any] in [["b"], ["a.x"], [7], [""], [FieldPath([])]] {
            let reference = try makeFirestore().document("c/d")
            let error = try await failure { () async throws(FirestoreError) in
                try await reference.setData(["a": 1], mergeFields: fields)
            }
            #expect(error.code == .invalidArgument)
        }
    }
}
