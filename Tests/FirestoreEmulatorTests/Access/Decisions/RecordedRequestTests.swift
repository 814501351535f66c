import FirestoreModel
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
import Testing

@testable import FirestoreEmulator

@Suite("Requests that an emulator has recorded")
struct RecordedRequestTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            function member(c) {
              return request.auth.uid in get(/databases/$(database)/documents/chats/$(c)).data.members;
            }
            match /chats/{c}/messages/{m} {
              allow get, delete: if member(c);
              allow list: if request.query.limit <= 5 && request.auth.token.role == 'reader';
              allow create: if member(c) && request.resource.data.sentAt == request.time;
              allow update: if member(c)
                && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['readBy']);
            }
          }
        }
        """

    private let emulator = Emulator()
    private let documents = "projects/p/databases/(default)/documents"

    init() {
        emulator.setRules(SourceFile(content: Self.rules), project: "p")
        send(
            "commit",
            #"{"writes": [{"update": \#(document("chats/c1", #""members": \#(list(["bob"]))"#))}]}"#,
            as: nil)
    }

    private func list(_ texts: [String]) -> String {
        let values = texts.map { #"{"stringValue": "\#($0)"}"# }.joined(separator: ", ")
        return #"{"arrayValue": {"values": [\#(values)]}}"#
    }

    private func document(_ path: String, _ fields: String) -> String {
        #"{"name": "\#(documents)/\#(path)", "fields": {\#(fields)}}"#
    }

    /// Sends a request as a user, or as an administrator.
    private func send(_ method: String, at parent: String = "", _ body: String, as user: String?) {
        var request = HTTPRequest(
            method: .post, scheme: "http", authority: "127.0.0.1:1",
            path: "/v1/\(documents)\(parent):\(method)")
        request.headerFields[.authorization] =
            user.map { user in
                let claims = Base64.encode(Array(#"{"sub": "\#(user)", "role": "reader"}"#.utf8))
                let text = claims.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                return "Bearer eyJhbGciOiJub25lIn0.\(text)."
            } ?? "Bearer owner"
        _ = emulator.front.respond(to: request, body: Array(body.utf8))
    }

    /// The recorded requests as a client reads them.
    private func recorded(_ parameters: String = "") throws -> [RecordedRequest] {
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "127.0.0.1:1",
            path: "/emulator/v1/projects/p:requests\(parameters)")
        let response = emulator.front.respond(to: request, body: [])
        #expect(response.head.status == .ok)
        return try RecordedRequest.decode(response.body)
    }

    private func sendMany() {
        let fields = #""text": {"stringValue": "hi"}"#
        let sent = #""updateTransforms": [{"fieldPath": "sentAt", "setToServerValue": "REQUEST_TIME"}]"#
        let message = document("chats/c1/messages/m1", fields)
        for user in ["bob", "eve"] {
            send("commit", #"{"writes": [{"update": \#(message), \#(sent)}]}"#, as: user)
            send("batchGet", #"{"documents": ["\#(documents)/chats/c1/messages/m1"]}"#, as: user)
            let update = document("chats/c1/messages/m1", #""readBy": \#(list([user]))"#)
            send(
                "commit", #"{"writes": [{"update": \#(update), "updateMask": {"fieldPaths": ["readBy"]}}]}"#,
                as: user)
        }
        for limit in [5, 6] {
            let query = #"""
                {"from": [{"collectionId": "messages"}], "limit": \#(limit), "select": {"fields": [{"fieldPath": "text"}]},
                 "where": {"compositeFilter": {"op": "OR", "filters": [
                   {"fieldFilter": {"field": {"fieldPath": "text"}, "op": "EQUAL", "value": {"stringValue": "hi"}}},
                   {"unaryFilter": {"field": {"fieldPath": "text"}, "op": "IS_NULL"}}]}}}
                """#
            send("runQuery", at: "/chats/c1", #"{"structuredQuery": \#(query)}"#, as: "bob")
        }
        send("commit", #"{"writes": [{"delete": "\#(documents)/chats/c1/messages/m1"}]}"#, as: "bob")
    }

    @Test func `each is decided again as it was, from what is served alone`() throws {
        sendMany()
        let requests = try recorded()
        #expect(requests.map(\.isAllowed) == [true, true, true, false, false, false, true, false, true])
        let plan = try #require(PlannedRules(Ruleset(SourceFile(content: Self.rules)))).plan
        for request in requests {
            let record = try request.record
            var decision = RulesDecision(record.request, by: plan, source: record.source)
            #expect((decision.run() == nil) == request.isAllowed, "\(request.number)")
        }
    }

    @Test func `what is read back is what was served`() throws {
        sendMany()
        let kept = emulator.recentDecisions(project: "p").compactMap { RecordedRequest($0) }
        #expect(try recorded() == kept)
        #expect(kept[0].claims == ["sub": "bob", "role": "reader"])
        #expect(kept[0].documents.map(\.name.path.description) == ["chats/c1"])
    }

    @Test func `the parameters choose as they do for explanations`() throws {
        sendMany()
        #expect(try recorded("?denied=true").map(\.number) == [4, 5, 6, 8])
        #expect(try recorded("?after=6&limit=2").map(\.number) == [8, 9])
    }

    @Test(arguments: ["[]", #"{"requests": [{}]}"#, #"{"requests": [{"number": "x"}]}"#, #"{"requests": 1}"#])
    func `a text that is not such a list is refused`(text: String) {
        #expect(throws: RPCStatus.self) { try RecordedRequest.decode(Array(text.utf8)) }
    }
}
