import FirestoreClient
import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct QueryOnTheWireTests {
    /// The `structuredQuery` that a query sends, without `from`.
    private func wire(
        _ make: (CollectionReference) -> Query
    ) async throws -> String {
        let transport = ScriptedTransport([.json(#"[{"readTime":"2026-01-02T03:04:05Z"}]"#)])
        _ = try await make(makeFirestore(transport).collection("a/b/c")).getDocuments()
        let request = try #require(transport.requests.first)
        #expect(request.line == "POST /v1/projects/p/databases/(default)/documents/a/b:runQuery")
        let query = try #require(JSONParser.parse(request.body)["structuredQuery"])
        guard case .object(let members) = query else { return "" }
        return JSON.object(members.filter { $0.name != "from" }).compactText
    }

    private func filter(_ op: String, _ value: String, field: String = "f") -> String {
        #"{"fieldFilter":{"field":{"fieldPath":"\#(field)"},"op":"\#(op)","value":\#(value)}}"#
    }

    private func unary(_ op: String) -> String {
        #"{"unaryFilter":{"field":{"fieldPath":"f"},"op":"\#(op)"}}"#
    }

    @Test func `a collection, and a group of collections`() async throws {
        let transport = ScriptedTransport([.json("[]"), .json("[]")])
        let firestore = try makeFirestore(transport)
        _ = try await firestore.collection("c").getDocuments()
        _ = try await firestore.collectionGroup("messages").limit(to: 3).getDocuments()
        #expect(
            transport.requests.map(\.text) == [
                #"{"structuredQuery":{"from":[{"collectionId":"c"}]}}"#,
                #"{"structuredQuery":{"from":[{"collectionId":"messages","allDescendants":true}],"limit":3}}"#,
            ])
        #expect(transport.requests.last?.line == "POST /v1/projects/p/databases/(default)/documents:runQuery")
    }

    @Test func `every operator`() async throws {
        let one = #"{"integerValue":"1"}"#
        let list = #"{"arrayValue":{"values":[\#(one),{"stringValue":"x"}]}}"#
        let path = FieldPath(["f"])
        let values: [Any] = [1, "x"]
        let cases: [((CollectionReference) -> Query, (CollectionReference) -> Query, String)] = [
            (
                { $0.whereField("f", isEqualTo: 1) }, { $0.whereField(path, isEqualTo: 1) },
                filter("EQUAL", one)
            ),
            (
                { $0.whereField("f", isNotEqualTo: 1) }, { $0.whereField(path, isNotEqualTo: 1) },
                filter("NOT_EQUAL", one)
            ),
            (
                { $0.whereField("f", isLessThan: 1) }, { $0.whereField(path, isLessThan: 1) },
                filter("LESS_THAN", one)
            ),
            (
                { $0.whereField("f", isLessThanOrEqualTo: 1) },
                { $0.whereField(path, isLessThanOrEqualTo: 1) },
                filter("LESS_THAN_OR_EQUAL", one)
            ),
            (
                { $0.whereField("f", isGreaterThan: 1) }, { $0.whereField(path, isGreaterThan: 1) },
                filter("GREATER_THAN", one)
            ),
            (
                { $0.whereField("f", isGreaterThanOrEqualTo: 1) },
                { $0.whereField(path, isGreaterThanOrEqualTo: 1) },
                filter("GREATER_THAN_OR_EQUAL", one)
            ),
            (
                { $0.whereField("f", arrayContains: 1) }, { $0.whereField(path, arrayContains: 1) },
                filter("ARRAY_CONTAINS", one)
            ),
            (
                { $0.whereField("f", arrayContainsAny: values) },
                { $0.whereField(path, arrayContainsAny: values) },
                filter("ARRAY_CONTAINS_ANY", list)
            ),
            ({ $0.whereField("f", in: values) }, { $0.whereField(path, in: values) }, filter("IN", list)),
            (
                { $0.whereField("f", notIn: values) }, { $0.whereField(path, notIn: values) },
                filter("NOT_IN", list)
            ),
            (
                { $0.whereField("f", isEqualTo: nil) }, { $0.whereField(path, isEqualTo: NSNull()) },
                unary("IS_NULL")
            ),
            (
                { $0.whereField("f", isNotEqualTo: nil) }, { $0.whereField(path, isNotEqualTo: Int?.none) },
                unary("IS_NOT_NULL")
            ),
            (
                { $0.whereField("f", isEqualTo: Double.nan) }, { $0.whereField(path, isEqualTo: Float.nan) },
                unary("IS_NAN")
            ),
            (
                { $0.whereField("f", isNotEqualTo: Double.nan) },
                { $0.whereField(path, isNotEqualTo: -Double.nan) },
                unary("IS_NOT_NAN")
            ),
        ]
        for (byText, byPath, expected) in cases {
            #expect(try await wire(byText) == #"{"where":\#(expected)}"#)
            #expect(try await wire(byPath) == #"{"where":\#(expected)}"#)
        }
    }

    @Test func `several conditions are joined by AND, filters as they say`() async throws {
        let (a, b) = (
            filter("EQUAL", #"{"booleanValue":true}"#), filter("LESS_THAN", #"{"integerValue":"1"}"#)
        )
        #expect(
            try await wire { $0.whereField("f", isEqualTo: true).whereField("f", isLessThan: 1) }
                == #"{"where":{"compositeFilter":{"op":"AND","filters":[\#(a),\#(b)]}}}"#)
        #expect(
            try await wire {
                $0.whereFilter(
                    .orFilter([
                        .whereField("f", isEqualTo: true),
                        .andFilter([
                            .whereField(FieldPath(["f"]), isLessThan: 1), .whereField("f", isEqualTo: nil),
                        ]),
                    ]))
            }
                == #"{"where":{"compositeFilter":{"op":"OR","filters":[\#(a),"#
                + #"{"compositeFilter":{"op":"AND","filters":[\#(b),\#(unary("IS_NULL"))]}}]}}}"#)
    }

    @Test func `ids stand for references`() async throws {
        let d1 = #"{"referenceValue":"\#(root)/a/b/c/d1"}"#
        #expect(
            try await wire { $0.whereField(FieldPath.documentID(), isEqualTo: "d1") }
                == #"{"where":\#(filter("EQUAL", d1, field: "__name__"))}"#)
        #expect(
            try await wire { $0.whereField(FieldPath.documentID(), in: ["d1", $0.document("d1")]) }
                == #"{"where":\#(filter("IN", #"{"arrayValue":{"values":[\#(d1),\#(d1)]}}"#, field: "__name__"))}"#
        )
        #expect(
            try await wire { $0.order(by: FieldPath.documentID()).start(at: ["d1"]) }
                == #"{"orderBy":[\#(order("__name__"))],"startAt":{"values":[\#(d1)],"before":true}}"#)
    }

    private func order(_ field: String, _ direction: String = "ASCENDING") -> String {
        #"{"field":{"fieldPath":"\#(field)"},"direction":"\#(direction)"}"#
    }

    @Test func `orders, limit, projection and cursors of values`() async throws {
        let one = #"{"values":[{"integerValue":"1"}]"#
        #expect(
            try await wire {
                $0.order(by: "f", descending: true).order(by: FieldPath(["g.h"])).limit(to: 7).select([
                    FieldPath(["x", "y"])
                ])
                .start(at: [1]).end(at: [1])
            }
                == #"{"select":{"fields":[{"fieldPath":"x.y"}]},"orderBy":[\#(order("f", "DESCENDING")),\#(order("`g.h`"))],"#
                + #""startAt":\#(one),"before":true},"endAt":\#(one)},"limit":7}"#)
        #expect(
            try await wire { $0.order(by: "f").start(after: [1]).end(before: [1]) }
                == #"{"orderBy":[\#(order("f"))],"startAt":\#(one)},"endAt":\#(one),"before":true}}"#)
        #expect(try await wire { $0.select([]) } == #"{"select":{"fields":[{"fieldPath":"__name__"}]}}"#)
    }

    @Test func `the last ones are asked for backwards and turned round`() async throws {
        let (one, two) = (#"{"values":[{"integerValue":"1"}]"#, #"{"values":[{"integerValue":"2"}]"#)
        #expect(
            try await wire {
                $0.order(by: "f").order(by: "g", descending: true).start(at: [1]).end(before: [2]).limit(
                    toLast: 5)
            }
                == #"{"orderBy":[\#(order("f", "DESCENDING")),\#(order("g"))],"#
                + #""startAt":\#(two)},"endAt":\#(one)},"limit":5}"#)
        #expect(
            try await wire { $0.order(by: "f").start(after: [1]).end(at: [2]).limit(toLast: 5) }
                == #"{"orderBy":[\#(order("f", "DESCENDING"))],"#
                + #""startAt":\#(two),"before":true},"endAt":\#(one),"before":true},"limit":5}"#)

        let elements = ["c/3", "c/2"].map {
            #"{"document":\#(documentJSON($0)),"readTime":"2026-01-02T03:04:05Z"}"#
        }
        let transport = ScriptedTransport([.json("[\(elements.joined(separator: ","))]")])
        let snapshot = try await makeFirestore(transport).collection("c").order(by: "f").limit(toLast: 2)
            .getDocuments()
        #expect(snapshot.documents.map(\.documentID) == ["2", "3"])
    }

    @Test func `a later limit replaces an earlier one`() async throws {
        #expect(
            try await wire { $0.order(by: "f").limit(toLast: 5).limit(to: 2) }
                == #"{"orderBy":[\#(order("f"))],"limit":2}"#)
    }

    @Test func `a document as cursor makes all orders explicit`() async throws {
        let transport = ScriptedTransport([
            .json(
                documentJSON(
                    "a/b/c/d", #"{"f":{"integerValue":"1"},"g":{"stringValue":"x"},"h":{"nullValue":null}}"#))
        ])
        let snapshot = try await makeFirestore(transport).document("a/b/c/d").getDocument()
        let name = #"{"referenceValue":"\#(root)/a/b/c/d"}"#
        #expect(
            try await wire { $0.start(afterDocument: snapshot) }
                == #"{"orderBy":[\#(order("__name__"))],"startAt":{"values":[\#(name)]}}"#)
        #expect(
            try await wire { $0.order(by: "f", descending: true).end(atDocument: snapshot) }
                == #"{"orderBy":[\#(order("f", "DESCENDING")),\#(order("__name__", "DESCENDING"))],"#
                + #""endAt":{"values":[{"integerValue":"1"},\#(name)]}}"#)
        let inequalities = try await wire {
            $0.whereField("h", isNotEqualTo: 7).whereField("g", isGreaterThan: "a").order(by: "f").start(
                atDocument: snapshot)
        }
        #expect(
            inequalities.contains(
                #""orderBy":[\#(order("f")),\#(order("g")),\#(order("h")),\#(order("__name__"))],"#
                    + #""startAt":{"values":[{"integerValue":"1"},{"stringValue":"x"},{"nullValue":null},\#(name)],"before":true}"#
            ),
            "\(inequalities)")
        #expect(
            try await wire {
                $0.whereField("f", isGreaterThan: 0).order(by: "f").start(atDocument: snapshot).end(
                    atDocument: snapshot)
            }
            .hasSuffix(
                #""orderBy":[\#(order("f")),\#(order("__name__"))],"#
                    + #""startAt":{"values":[{"integerValue":"1"},\#(name)],"before":true},"#
                    + #""endAt":{"values":[{"integerValue":"1"},\#(name)]}}"#))
        #expect(
            try await wire { $0.order(by: FieldPath.documentID()).end(beforeDocument: snapshot) }
                == #"{"orderBy":[\#(order("__name__"))],"endAt":{"values":[\#(name)],"before":true}}"#)
    }

    @Test func `elements without a document are passed over, and the read time is reported`() async throws {
        let transport = ScriptedTransport([
            .json(
                """
                [{"readTime": "2026-01-02T03:04:05Z"}, {"document": \(documentJSON("c/1")), "readTime":
                  "2026-01-02T03:04:06Z", "skippedResults": 2}, {"done": true}]
                """)
        ])
        let firestore = try makeFirestore(transport)
        let snapshot = try await firestore.collection("c").getDocuments()
        #expect(snapshot.count == 1)
        #expect(!snapshot.isEmpty)
        #expect(snapshot.documents.first?.data().isEmpty == true)
        #expect(snapshot.readTime?.description == "2026-01-02T03:04:06Z")
        #expect(firestore.usage.documentsRead == 1)
    }

    @Test func `what is wrong with a query is thrown when it runs`() async throws {
        let db = try makeFirestore()
        let c = db.collection("c")
        let missing = DocumentSnapshot(db.document("c/d"), nil)
        let cases: [(Query, String)] = [
            (c.whereField("", isEqualTo: 1), "empty"), (c.whereField("a..b", isEqualTo: 1), "two in a row"),
            (c.whereField(FieldPath([]), isEqualTo: 1), "empty"), (c.order(by: FieldPath([])), "empty"),
            (c.whereField("f", isEqualTo: Set([1])), "field f: a value of type Set<Int>"),
            (c.whereField("f", isEqualTo: FieldValue.increment(1)), "not allowed"),
            (c.whereField("f", in: []), "empty list"), (c.whereField("f", notIn: []), "empty list"),
            (c.whereField("f", arrayContainsAny: []), "empty list"),
            (c.whereFilter(.orFilter([])), "at least one"),
            (c.whereFilter(.andFilter([.whereField("a/b", isEqualTo: 1)])), "~ * / [ ]"),
            (c.limit(to: 0), "from 1"), (c.limit(to: -1), "from 1"), (c.limit(to: .max), "from 1"),
            (c.limit(toLast: 3), "needs an order(by:)"), (c.order(by: "f").start(at: []), "needs a value"),
            (c.start(at: [1]), "1 values for 0"), (c.order(by: "f").end(before: [1, 2]), "2 values for 1"),
            (c.order(by: "f").start(at: [1]).order(by: "g"), "before the cursors"),
            (c.start(afterDocument: missing), "that exists"),
            (c.whereField(FieldPath.documentID(), isEqualTo: "a/b"), "names a collection"),
            (c.whereField(FieldPath.documentID(), isEqualTo: ""), "empty"),
            (
                db.collectionGroup("c").whereField(FieldPath.documentID(), isEqualTo: "d"),
                "names a collection"
            ),
            (db.collectionGroup("a/b"), "not the id of a collection"), (db.collectionGroup(""), "not the id"),
        ]
        for (query, words) in cases {
            let error = try await failure { () async throws(FirestoreError) in try await query.getDocuments()
            }
            #expect(error.code == .invalidArgument)
            #expect(error.message.contains(words), "\(error)")
            #expect(error.message.hasPrefix("Query on \""), "\(error)")
        }
    }

    @Test func `a cursor whose document lacks the field sorted by is refused`() async throws {
        let db = try makeFirestore(ScriptedTransport([.json(documentJSON("c/d"))]))
        let snapshot = try await db.document("c/d").getDocument()
        let error = try await failure { () async throws(FirestoreError) in
            try await db.collection("c").order(by: "f").start(atDocument: snapshot).getDocuments()
        }
        #expect(error.message.contains("field f"), "\(error)")
    }

    @Test func `queries are values`() throws {
        let db = try makeFirestore()
        var query: Query = db.collection("c")
        #expect(query == db.collection("c"))
        query = query.whereField("f", isEqualTo: 1).limit(to: 2)
        #expect(query == db.collection("c").whereField("f", isEqualTo: 1).limit(to: 2))
        #expect(query != db.collection("c"))
        #expect(db.collection("c") != db.collection("d"))
    }
}
