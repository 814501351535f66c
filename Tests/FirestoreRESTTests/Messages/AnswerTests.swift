import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText
import TestSupport
import Testing

/// The answers of all methods, some of them recorded from Google's emulator.
struct AnswerTests {
    @Test func `the answer to a commit comes back to the byte`() throws {
        let text = """
            {
              "writeResults": [{
                "updateTime": "2026-11-21T10:26:57.419185Z"
              }, {
                "updateTime": "2026-11-21T10:26:57.419185Z",
                "transformResults": [{
                  "integerValue": "6"
                }, {
                  "timestampValue": "2026-11-21T10:26:57.401Z"
                }, {
                  "nullValue": null
                }, {
                  "doubleValue": 2.5
                }]
              }, {
              }],
              "commitTime": "2026-11-21T10:26:57.419185Z"
            }
            """
        let answer = try CommitResponse(body: Array(text.utf8))
        #expect(answer.writeResults.map(\.transformResults.count) == [0, 4, 0])
        #expect(answer.writeResults[2].updateTime == nil)
        #expect(Wire.text(.pretty) { answer.write(to: &$0) } == text)
        #expect(
            try CommitResponse(body: Array("{}".utf8)) == CommitResponse(writeResults: [], commitTime: nil))
    }

    @Test func `the elements of a query's answer come back to the byte`() throws {
        let text = """
            {
              "document": {
                "name": "projects/demo/databases/(default)/documents/q/d4",
                "createTime": "2026-11-21T10:27:13.183922Z",
                "updateTime": "2026-11-21T10:27:13.183922Z"
              },
              "readTime": "2026-11-21T10:27:13.346671Z",
              "skippedResults": 3
            }
            """
        let elements = try RunQueryResponse.decodeAll(Array("[\n\(text),\n{\"done\":true}]\n".utf8))
        #expect(elements.count == 2)
        #expect(Wire.text(.pretty) { elements[0].write(to: &$0) } == text)
        #expect(elements[1] == RunQueryResponse(done: true))
    }

    @Test func `the elements of a batch get's answer come back to the byte`() throws {
        let texts = [
            """
            {
              "transaction": "ETAAAAAAAAAA"
            }
            """,
            """
            {
              "found": {
                "name": "projects/demo/databases/(default)/documents/c/b",
                "fields": {
                  "n": {
                    "integerValue": "5"
                  }
                },
                "createTime": "2026-11-21T10:26:48.348563Z",
                "updateTime": "2026-11-21T10:26:48.348563Z"
              },
              "readTime": "2026-11-21T10:26:58.608366Z"
            }
            """,
            """
            {
              "missing": "projects/demo/databases/(default)/documents/c/none",
              "readTime": "2026-11-21T10:26:58.608366Z"
            }
            """,
        ]
        let elements = try BatchGetDocumentsResponse.decodeAll(
            Array("[\n\(texts.joined(separator: ",\n"))\n]\n".utf8))
        #expect(elements.map { element in Wire.text(.pretty) { element.write(to: &$0) } } == texts)
        #expect(try BatchGetDocumentsResponse.decodeAll(Array("[\n\n]\n".utf8)).isEmpty)
    }

    @Test func `a page of documents comes back`() throws {
        let page = ListDocumentsResponse(
            documents: [Document(name: Wire.name("c/a"), fields: ["a": 1])], nextPageToken: "AQ==")
        let body = Array(Wire.text { page.write(to: &$0) }.utf8)
        #expect(try ListDocumentsResponse(body: body) == page)
        let last = try ListDocumentsResponse(body: Array(#"{"nextPageToken":""}"#.utf8))
        #expect(last == ListDocumentsResponse(documents: [], nextPageToken: nil))
        #expect(Wire.text { last.write(to: &$0) } == "{}")
    }

    @Test func `answers may have members that are newer`() throws {
        let newer = #""newer":{"x":[1]}"#
        #expect(
            try CommitResponse(body: Array(#"{"writeResults":[{\#(newer)}],\#(newer)}"#.utf8)).writeResults
                .count == 1)
        #expect(try RunQueryResponse.decodeAll(Array("[{\(newer)}]".utf8)) == [RunQueryResponse()])
        #expect(try ListDocumentsResponse(body: Array("{\(newer)}".utf8)).documents.isEmpty)
        #expect(
            try BatchGetDocumentsResponse.decodeAll(Array(#"[{"transaction":"AQ==",\#(newer)}]"#.utf8)) == [
                .transaction([1])
            ])
    }

    @Test(arguments: [
        "{}", "null", "<html>", #"[{"document":5}]"#, #"[{"readTime":"x"}]"#, "[5]", #"[{"error":{}}]"#,
    ])
    func `what is no answer is refused`(body: String) {
        #expect(throws: RPCStatus.self) { try RunQueryResponse.decodeAll(Array(body.utf8)) }
        #expect(throws: RPCStatus.self) { try BatchGetDocumentsResponse.decodeAll(Array(body.utf8)) }
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `random documents come back from an answer`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let elements = generator.list(1...5) { generator in
            RunQueryResponse(
                transaction: generator.perhaps { $0.bytes(1...9) },
                document: Document(
                    name: generator.randomDocumentName(), fields: generator.randomFields(),
                    createTime: generator.randomTimestamp(), updateTime: generator.randomTimestamp()),
                readTime: generator.randomTimestamp(), skippedResults: generator.int(0...2),
                done: generator.oneIn(2))
        }
        for style in [JSONWriter.Style.pretty, .compact] {
            var writer = WireEncoder(style)
            writer.array(elements) { $1.write(to: &$0) }
            #expect(try RunQueryResponse.decodeAll(writer.bytes) == elements)
        }
    }
}
