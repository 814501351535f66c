import FirestoreClient
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("Firestore through the console", .timeLimit(.minutes(1)))
struct FirestoreProxyTests {
    private func documents(_ probe: ConsoleProbe, _ path: String) -> String {
        "/api/firestore/v1/projects/\(probe.server.project)/databases/(default)/documents\(path)"
    }

    @Test func `requests go to Firestore with the console's credentials, and answers come back as they are`()
        async throws
    {
        let probe = try ConsoleProbe()
        let made = await probe(
            .patch, documents(probe, "/rooms/a?currentDocument.exists=false"),
            #"{"fields":{"n":{"integerValue":"9007199254740993"}}}"#)
        #expect(made.status == 200)
        let read = await probe(.get, documents(probe, "/rooms/a"))
        #expect(read.json["fields"]?["n"]?["integerValue"]?.string == "9007199254740993")
        let again = await probe(.patch, documents(probe, "/rooms/a?currentDocument.exists=false"), "{}")
        #expect(again.status == 409 && again.json["error"]?["status"]?.string == "ALREADY_EXISTS")
        #expect(await probe(.delete, documents(probe, "/rooms/a")).status == 200)
        #expect(await probe(.get, documents(probe, "/rooms/a")).status == 404)
    }

    @Test func `on an emulator a request can be made as anybody, under the rules`() async throws {
        let probe = try ConsoleProbe()
        let rules = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents {
              match /own/{user} { allow read: if request.auth.uid == user; }
              match /staff/{any} { allow read: if request.auth.token.role == 'editor'; }
            } }
            """
        #expect(await probe.setRules(rules).status == 200)
        try await probe.server.firestore().document("own/jörg b").setData(["a": 1])
        try await probe.server.firestore().document("staff/x").setData(["a": 1])
        let own = documents(probe, "/own/j%C3%B6rg%20b")
        #expect(await probe(.get, own, with: ["X-Act-As": "user j%C3%B6rg%20b"]).status == 200)
        #expect(await probe(.get, own, with: ["X-Act-As": "user bob"]).status == 403)
        #expect(await probe(.get, own, with: ["X-Act-As": "nobody"]).status == 403)
        #expect(await probe(.get, own).status == 200)
        let claims = ["X-Act-As": "user bob", "X-Claims": "%7B%22role%22%3A%22editor%22%7D"]
        #expect(await probe(.get, documents(probe, "/staff/x"), with: claims).status == 200)
        for (fields, words) in [
            (["X-Act-As": "root"], "X-Act-As"), (["X-Act-As": "user "], "X-Act-As"),
            (["X-Act-As": "user %zz"], "X-Act-As"),
            (["X-Act-As": "user bob", "X-Claims": "%5B1%5D"], "must be a JSON object"),
            (["X-Act-As": "user bob", "X-Claims": "%"], "must be a JSON object"),
        ] {
            let answer = await probe(.get, own, with: fields)
            #expect(answer.status == 400 && answer.error?.contains(words) == true)
        }
        let log = await probe(
            .get, "/api/firestore/emulator/v1/projects/\(probe.server.project):explain?denied=true")
        #expect(probe.server.isGoogles || log.json["decisions"]?.array?.isEmpty == false)
    }

    @Test func `the past can be asked about, and not deleted`() async throws {
        let probe = try ConsoleProbe()
        let path =
            "/api/firestore/emulator/v1/projects/\(probe.server.project)/databases/(default)/documents:commits"
        #expect(await probe(.get, path).status == (probe.server.isGoogles ? 404 : 200))
        #expect(await probe(.delete, path).status == 403)
    }

    @Test(arguments: [
        "/v1/projects/other/databases/(default)/documents/a/b", "/v1/projects/%2e%2e/databases", "/",
        "/v1/projects/PROJECT/databases/../../other/databases/(default)/documents", "/shutdown", "/reset",
        "/v1/projects/PROJECT/databases/%2E%2e/%2e./x", "/v1/projects/PROJECT/databases//evil",
        "/emulator/v1/projects/other:securityRules",
        "/v1/projects/PROJECT/databases/a\\b", "/emulator/v1/projects/PROJECT/databases/(default)/documents",
    ])
    func `it leads nowhere but to the console's project`(path: String) async throws {
        let probe = try ConsoleProbe()
        let path = path.replacing("PROJECT", with: probe.server.project)
        let answer = await probe(.get, "/api/firestore\(path)")
        #expect(answer.status == 403 && answer.error?.contains("only") == true)
    }

    @Test(arguments: [
        ("GET", "/a/b", false), ("POST", ":runQuery", false), ("POST", "/a/b:listCollectionIds", false),
        ("POST", ":batchGet", false), ("POST", ":commit", true), ("POST", ":batchWrite", true),
        ("POST", "/rooms?documentId=a", true), ("PATCH", "/a/b", true), ("DELETE", "/a/b", true),
    ])
    func `only what may change documents is announced as a change`(
        method: String, path: String, isWrite: Bool
    )
        throws
    {
        let method = try #require(HTTPRequest.Method(method))
        #expect(
            FirestoreProxy.isWrite(method, "/v1/projects/p/databases/(default)/documents\(path)") == isWrite)
    }

    @Test func `where nobody else can be acted as, the console says so`() async throws {
        let probe = try ConsoleProbe(panes: .asTheConsole)
        #expect(await probe(.get, documents(probe, "/a/b"), with: ["X-Act-As": "user bob"]).status == 403)
        #expect(
            await probe(.get, "/api/firestore/emulator/v1/projects/\(probe.server.project):explain").status
                == 404)
        #expect(await probe(.get, documents(probe, "/a/b")).status == 404)
    }

    @Test func `a server that cannot be reached is named`() async throws {
        let server = try TestServer()
        let probe = try ConsoleProbe(server, transport: SwitchedTransport(server.transport, isDown: true))
        let answer = await probe(.get, documents(probe, "/a/b"))
        #expect(answer.status == 502 && answer.error?.contains("cannot be reached") == true)
    }

    @Test func `what comes with a request of the page does not go along`() async throws {
        let seen = RecordedRequests()
        let server = try TestServer()
        let probe = try ConsoleProbe(
            server, token: "secret",
            transport: InterceptingTransport(base: server.transport) { await seen.add($0) })
        let answer = await probe(
            .get, documents(probe, "/a/b"),
            with: ["Authorization": "Bearer secret", "Cookie": "receipts-console=secret", "X-Goog-Evil": "1"])
        #expect(answer.status == 404)
        let request = try #require(await seen.list.last)
        #expect(request.headerFields[.cookie] == nil)
        // The console's own: who it is, and that its reads are in the background.
        #expect(
            Set(request.headerFields.map(\.name.canonicalName)) == ["authorization", "x-rules-log"])
        #expect(request.headerFields[.authorization] == "Bearer owner")
    }
}

private actor RecordedRequests {
    private(set) var list: [HTTPRequest] = []

    func add(_ request: HTTPRequest) { list.append(request) }
}
