import FirestoreModel
import FirestoreREST
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import FirestoreEmulator

/// What the adapter does with requests that no client should send. What it answers to others, ``ServerTests`` tell.
@Suite("The REST adapter")
struct RESTFrontTests {
    private let emulator = Emulator()
    private let root = "/v1/projects/p/databases/(default)/documents"

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], _ headers: HTTPFields = [:]
    ) -> HTTPExchangeResponse {
        var fields: HTTPFields = [.authorization: "Bearer owner"]
        fields.append(contentsOf: headers)
        return emulator.front.respond(
            to: HTTPRequest(method: method, scheme: nil, authority: nil, path: path, headerFields: fields),
            body: body)
    }

    private func text(_ response: HTTPExchangeResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test func `an answer that need not be laid out holds the same`() throws {
        let fields =
            #"{"a": {"doubleValue": -0.0}, "b": {"arrayValue": {"values": [{"stringValue": "x"}, {}]}}}"#
            .replacing(", {}]", with: ", {\"mapValue\": {}}]")
        #expect(send(.patch, root + "/c/d", Array(#"{"fields": \#(fields)}"#.utf8)).head.status == .ok)
        let query = Array(#"{"structuredQuery": {"from": [{"collectionId": "c"}]}}"#.utf8)
        let prefer = try #require(HTTPField.Name("prefer"))
        for (method, path, body) in [
            (.get, "/c/d", []), (.get, "/c", []), (.post, ":runQuery", query),
        ] as [(HTTPRequest.Method, String, [UInt8])] {
            let pretty = send(method, root + path, body)
            let compact = send(method, root + path, body, [prefer: "layout=compact"])
            #expect(compact.body.count * 4 < pretty.body.count * 3)
            let (read, expected) = (try JSONParser.parse(compact.body), try JSONParser.parse(pretty.body))
            #expect(text(compact).contains(#"{"doubleValue":0.0}"#))
            // Two queries read at two times.
            if method == .get { #expect(read == expected) }
            #expect(send(method, root + path + "?prettyPrint=false", body).body.count == pretty.body.count)
        }
    }

    @Test func `a body larger than ten megabytes is refused, one as large is read`() {
        let limit = 10 << 20
        let spaces = [UInt8](repeating: 0x20, count: limit - 2)
        #expect(text(send(.post, root + ":commit", Array("{}".utf8) + spaces)) == "{\n}\n")
        let refused = send(.post, root + ":commit", Array("{}".utf8) + spaces + [0x20])
        #expect(refused.head.status == .badRequest)
        #expect(text(refused).contains("Request payload size exceeds the limit: 10485760 bytes."))
    }

    @Test(
        arguments: [
            Array("{".utf8), Array(#"{"writes": [{"delete": "a"#.utf8), [0xFF],
            Array(#"{"writes": ""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8),
            Array(String(repeating: "[", count: 100_000).utf8),
            Array((String(repeating: #"{"a":"#, count: 5000)).utf8), Array("\u{0}".utf8), Array("{} {}".utf8),
            Array(#"{"writes": 1e999999999}"#.utf8), Array("[[]]".utf8),
        ])
    func `a body that is no message is refused as such`(body: [UInt8]) {
        for path in [
            ":commit", ":batchGet", ":runQuery", ":beginTransaction", ":rollback", "/c?documentId=a",
        ] {
            let response = send(.post, root + path, body)
            #expect(ErrorBody.decode(response.body, httpStatus: 400) == .invalidPayload, "\(path)")
        }
    }

    @Test func `values nested as deep as JSON may be are refused by the rules of values`() {
        let depth = 60
        let value =
            String(repeating: #"{"mapValue":{"fields":{"k":"#, count: depth) + #"{"nullValue":null}"#
            + String(repeating: "}}}", count: depth)
        let response = send(.patch, root + "/c/a", Array(#"{"fields":{"f":\#(value)}}"#.utf8))
        #expect(
            ErrorBody.decode(response.body, httpStatus: 400)
                == .invalidArgument("Property f contains an invalid nested entity."))
    }

    @Test func `a very long path, query or list of parameters is answered`() {
        let long = String(repeating: "x", count: 100_000)
        let segments = String(repeating: "/c/d", count: 10_000)
        #expect(send(.get, root + "/c/" + long, []).head.status == .notFound)
        #expect(send(.get, root + segments, []).head.status == .notFound)
        #expect(send(.patch, root + segments, []).head.status == .badRequest)
        #expect(send(.get, root + "/c/a?mask.fieldPaths=" + long, []).head.status == .badRequest)
        #expect(
            send(.get, root + "/c/a?" + String(repeating: "mask.fieldPaths=a&", count: 10_000), []).head
                .status == .notFound)
        #expect(
            send(.get, root + "/c?orderBy=" + String(repeating: "a,", count: 5000) + "b", []).head.status
                == .badRequest)
    }

    @Test(arguments: [
        HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ])
    func `any method on any odd path is answered`(method: HTTPRequest.Method) {
        for path in [
            "", "/", "//", "*", "v1", "?", "#", "/v1/%", "/v1/projects", "/v1/////////", "/\u{0}",
            "/v1/\u{FFFD}/",
        ] {
            #expect((200..<600).contains(send(method, path, []).head.status.code))
        }
    }

    @Test func `emulators know nothing of each other, databases neither`() {
        _ = send(.patch, root + "/c/a", [])
        #expect(send(.get, root + "/c/a", []).head.status == .ok)
        #expect(send(.get, "/v1/projects/p/databases/other/documents/c/a", []).head.status == .notFound)
        #expect(RESTFrontTests().send(.get, root + "/c/a", []).head.status == .notFound)
    }

    @Test func `rules that the owner of the emulator sets hold`() throws {
        let source = "service cloud.firestore { match /nothing/{x} { allow read; } }"
        #expect(emulator.setRules(SourceFile(content: source), project: "p").count == 1)
        #expect(emulator.setRules(SourceFile(content: "broken"), project: "p").count == 1)
        #expect(text(send(.get, "/emulator/v1/projects/p:securityRules", [])).contains(source))
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: root + "/c/a")
        #expect(emulator.front.respond(to: request, body: []).head.status == .forbidden)
    }

    @Test func `a cancelled task sends nothing`() async {
        let transport = emulator.transport
        let path = root + "/c/a"
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let request = HTTPRequest(
                method: .patch, scheme: nil, authority: nil, path: path,
                headerFields: [.authorization: "Bearer owner"])
            do throws(HTTPTransportError) {
                _ = try await transport.send(request, body: [])
                return nil as HTTPTransportError.Kind?
            } catch {
                return error.kind
            }
        }
        #expect(await task.value == .cancelled)
        #expect(send(.get, path, []).head.status == .notFound)
    }
}
