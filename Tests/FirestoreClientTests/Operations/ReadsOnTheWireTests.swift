import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@Suite struct ReadsOnTheWireTests {
    private let prefix = "/v1/projects/p/databases/(default)/documents"

    @Test func `get asks for one document`() async throws {
        let transport = ScriptedTransport([.json(documentJSON("c/d", #"{"a":{"integerValue":"1"}}"#))])
        let snapshot = try await makeFirestore(transport).document("c/d").getDocument()
        let request = try #require(transport.requests.first)
        #expect(request.line == "GET \(prefix)/c/d")
        #expect(request.body.isEmpty)
        #expect(request.head.scheme == "http")
        #expect(request.head.authority == "127.0.0.1:8080")
        #expect(request.head.headerFields[.contentType] == nil)
        #expect(request.head.headerFields[.accept] == "application/json")
        #expect(request.head.headerFields[.userAgent] == "firestore-receipts")
        let resourcePrefix = try #require(HTTPField.Name("google-cloud-resource-prefix"))
        #expect(request.head.headerFields[resourcePrefix] == "projects/p/databases/(default)")
        #expect(snapshot.exists)
        #expect(snapshot.data()?["a"] as? Int == 1)
        #expect(snapshot.createTime?.description == "2026-01-02T03:04:05.000001Z")
        #expect(snapshot.updateTime?.description == "2026-01-02T03:04:06Z")
    }

    @Test func `reads ask for answers that are not laid out`() async throws {
        let transport = ScriptedTransport([.json(documentJSON("c/d")), .json("{}"), .json("[]")])
        let firestore = try makeFirestore(transport)
        _ = try await firestore.document("c/d").getDocument()
        _ = try await firestore.collection("c").listDocuments(pageSize: 1)
        _ = try? await firestore.collection("c").getDocuments()
        #expect(
            transport.requests.map(\.head.path) == [
                "\(prefix)/c/d?prettyPrint=false", "\(prefix)/c?pageSize=1&prettyPrint=false",
                "\(prefix):runQuery?prettyPrint=false",
            ])
    }

    @Test func `every part of a path is encoded by itself`() async throws {
        let transport = ScriptedTransport([
            .json(errorJSON(404, "NOT_FOUND", "not found: a+b %2F"), status: 404)
        ])
        let firestore = try Firestore(
            FirestoreSettings(projectID: "a:b", databaseID: "(x)", endpoint: .emulator(host: "h", port: 80)),
            transport: transport)
        _ = try? await firestore.document("c d/a+b %2F?é#&=:@$,;[]\"\n-_.!~*'()").getDocument()
        #expect(
            transport.requests.first?.line
                == "GET /v1/projects/a%3Ab/databases/(x)/documents/c%20d/"
                + "a%2Bb%20%252F%3F%C3%A9%23%26%3D%3A%40%24%2C%3B%5B%5D%22%0A-_.!~*'()")
        #expect(transport.requests.first?.head.authority == "h")
    }

    @Test func `fields become one parameter each`() async throws {
        let transport = ScriptedTransport([.json(documentJSON("c/d")), .json(documentJSON("c/d"))])
        let document = try makeFirestore(transport).document("c/d")
        _ = try await document.getDocument(fields: [FieldPath(["a", "b"]), FieldPath(["x.y"])])
        _ = try await document.getDocument(fields: [])
        #expect(
            transport.requests.map(\.line) == [
                "GET \(prefix)/c/d?mask.fieldPaths=a.b&mask.fieldPaths=%60x.y%60",
                "GET \(prefix)/c/d?mask.fieldPaths=__name__",
            ])
    }

    @Test(arguments: [
        "Document (projects/p/databases/(default)/documents/c/d) not found.",
        #"Document \"projects/p/databases/(default)/documents/c/d\" not found."#,
    ])
    func `a missing document is a snapshot that does not exist`(_ message: String) async throws {
        let firestore = try makeFirestore(
            ScriptedTransport([.json(errorJSON(404, "NOT_FOUND", message), status: 404)]))
        let snapshot = try await firestore.document("c/d").getDocument()
        #expect(!snapshot.exists)
        #expect(snapshot.data() == nil)
        #expect(snapshot.get("a") == nil)
        #expect(snapshot.documentID == "d")
        #expect(snapshot.updateTime == nil)
    }

    @Test func `a missing database is an error, not a missing document`() async throws {
        let message = "The database (default) does not exist for project p"
        let firestore = try makeFirestore(
            ScriptedTransport([.json(errorJSON(404, "NOT_FOUND", message), status: 404)]))
        let error = try await failure { () async throws(FirestoreError) in
            try await firestore.document("c/d").getDocument()
        }
        #expect(error.code == .notFound)
        #expect(error.message.contains(message))
    }

    @Test func `batchGet answers in the order asked, whatever the order of the answer`() async throws {
        let transport = ScriptedTransport([
            .json(
                """
                [{"missing": "\(root)/c/3", "readTime": "2026-01-02T03:04:05Z"},
                 {"found": \(documentJSON("c/2", #"{"n":{"integerValue":"2"}}"#)), "readTime": "2026-01-02T03:04:05Z"},
                 {"readTime": "2026-01-02T03:04:05Z"},
                 {"found": \(documentJSON("c/1", #"{"n":{"integerValue":"1"}}"#)), "readTime": "2026-01-02T03:04:05Z"}]
                """)
        ])
        let firestore = try makeFirestore(transport)
        let references = ["1", "2", "3", "1"].map { firestore.document("c/\($0)") }
        let snapshots = try await firestore.getDocuments(references, fields: [FieldPath(["n"])])
        #expect(snapshots.map { $0["n"] as? Int } == [1, 2, nil, 1])
        #expect(snapshots.map(\.exists) == [true, true, false, true])
        #expect(snapshots.map(\.reference) == references)
        let request = try #require(transport.requests.first)
        #expect(request.line == "POST \(prefix):batchGet")
        #expect(request.head.headerFields[.contentType] == "application/json")
        #expect(
            try request.text
                == compact(
                    """
                    {"documents": ["\(root)/c/1", "\(root)/c/2", "\(root)/c/3"], "mask": {"fieldPaths": ["n"]}}
                    """))
        #expect(firestore.usage.documentsRead == 3)
    }

    @Test func `batchGet asks for 300 documents at a time, and not at all for none`() async throws {
        let answer = ScriptedTransport.Step.work { request in
            let names = (try? JSONParser.parse(request.body))?["documents"]?.array ?? []
            let elements = names.map { #"{"missing":\#($0.compactText),"readTime":"2026-01-02T03:04:05Z"}"# }
            return .init(head: .init(status: .ok), body: Array("[\(elements.joined(separator: ","))]".utf8))
        }
        let transport = ScriptedTransport([answer, answer, answer])
        let firestore = try makeFirestore(transport)
        #expect(try await firestore.getDocuments([]).isEmpty)
        #expect(transport.requests.isEmpty)
        let snapshots = try await firestore.getDocuments((0..<601).map { firestore.document("c/\($0)") })
        #expect(snapshots.count == 601)
        #expect(transport.requests.map { $0.text.split(separator: ",").count } == [300, 300, 1])
    }

    @Test func `a document that batchGet's answer passes over is not taken for missing`() async throws {
        let firestore = try makeFirestore(ScriptedTransport([.json("[]")]))
        let error = try await failure { () async throws(FirestoreError) in
            try await firestore.getDocuments([firestore.document("c/d")])
        }
        #expect(error.code == .unknown)
        #expect(error.message.contains("c/d"))
    }

    @Test func `list goes page by page`() async throws {
        let transport = ScriptedTransport([
            .json(#"{"documents": [\#(documentJSON("c/a/m/1"))], "nextPageToken": "a+/="}"#), .json("{}"),
        ])
        let collection = try makeFirestore(transport).collection("c/a/m")
        let first = try await collection.listDocuments(pageSize: 1, fields: [])
        #expect(first.documents.map(\.documentID) == ["1"])
        let second = try await collection.listDocuments(pageSize: 1, pageToken: first.nextPageToken)
        #expect(second.documents.isEmpty)
        #expect(second.nextPageToken == nil)
        #expect(
            transport.requests.map(\.line) == [
                "GET \(prefix)/c/a/m?pageSize=1&mask.fieldPaths=__name__",
                "GET \(prefix)/c/a/m?pageSize=1&pageToken=a%2B%2F%3D",
            ])
    }

    @Test func `answers may hold what this version does not know`() async throws {
        let document = #"{"name":"\#(root)/c/d","fields":{},"newInDocument":1}"#
        let transport = ScriptedTransport([
            .json(document),
            .json(
                #"[{"document":\#(document),"readTime":"2026-01-02T03:04:05Z","explainMetrics":{},"x":[]}]"#),
            .json(
                #"{"writeResults":[{"new":1}],"commitTime":"2026-01-02T03:04:05Z","commitStats":{},"y":1}"#),
        ])
        let firestore = try makeFirestore(transport)
        #expect(try await firestore.document("c/d").getDocument().exists)
        #expect(try await firestore.collection("c").getDocuments().count == 1)
        try await firestore.document("c/d").delete()
    }
}
