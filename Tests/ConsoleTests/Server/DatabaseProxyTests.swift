import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import RealtimeDatabase
import RealtimeDatabaseEmulator
import Synchronization
import Testing

@testable import ReceiptConsole

@Suite("A Realtime Database through the console", .timeLimit(.minutes(1)))
struct DatabaseProxyTests {
    private static let rules = """
        {"rules": {
          "own": {"$user": {".read": "auth.uid === $user", ".write": "auth.uid === $user"}},
          "staff": {".read": "auth.token.role === 'editor'"}
        }}
        """

    @Test func `requests go to the database as an administrator's, and answers come back as they are`()
        async throws
    {
        let probe = try DatabaseProbe()
        #expect(try await probe.send(.put, "/rooms/blue.json", #"{"seats":12.5}"#).status == 200)
        #expect(try await probe.send(.get, "/rooms/blue/seats.json").text == "12.5")
        #expect(try await probe.send(.get, "/rooms.json?shallow=true").text == #"{"blue":true}"#)
        #expect(try await probe.send(.patch, "/rooms/blue.json", #"{"name":"Blue"}"#).status == 200)
        #expect(try await probe.send(.post, "/rooms.json", "1").text.hasPrefix(#"{"name":"#))
        #expect(try await probe.send(.delete, "/rooms.json").status == 200)
        #expect(try await probe.send(.get, "/.json").text == "null")
    }

    @Test func `keys that have to be encoded arrive as they are`() async throws {
        let probe = try DatabaseProbe()
        _ = try await probe.send(.put, "/j%C3%B6rg%20b%3F%26/%3Cb%3E%25.json", "1")
        #expect(try await probe.send(.get, "/.json").text == #"{"jörg b?&":{"<b>%":1}}"#)
    }

    @Test func `on an emulator a request can be made as anybody, under the rules`() async throws {
        let probe = try DatabaseProbe()
        #expect(try await probe.send(.put, "/.settings/rules.json", Self.rules).status == 200)
        let own = "/own/j%C3%B6rg%20b.json"
        #expect(try await probe.send(.put, own, "1", ["X-Act-As": "user j%C3%B6rg%20b"]).status == 200)
        #expect(try await probe.send(.put, own, "1", ["X-Act-As": "user bob"]).status == 401)
        #expect(try await probe.send(.get, own, "", ["X-Act-As": "nobody"]).status == 401)
        #expect(try await probe.send(.get, own).status == 200)
        let claims = ["X-Act-As": "user bob", "X-Claims": "%7B%22role%22%3A%22editor%22%7D"]
        #expect(try await probe.send(.get, "/staff.json", "", claims).status == 200)
        let log = try await probe.send(.get, "/.inspect/decisions.json?denied=true&after=1&limit=1")
        #expect(log.json["decisions"]?.array?.count == 1)
        await #expect(throws: ConsoleFailure.self) {
            try await probe.send(.get, own, "", ["X-Act-As": "root"])
        }
    }

    @Test(arguments: [
        "/a.json?ns=other", "/a.json?%6Es=other", "/a.json?auth=owner", "/a.json?access_token=x",
        "/a.json?auth_variable_override=null", "/a.json?callback=f", "/a.json?download=f",
        "/a.json?shallow&ns=b",
        "/../a.json", "/a/%2e%2E/b.json", "/a/%2E%2E%2Fb.json", "/./a.json", "/a%0Ab.json",
        "/.inspect/databases.json", "/%2Einspect/databases.json", "/.settings/owner.json",
        "/.info/connected.json",
    ])
    func `it leads nowhere but to the console's database, as nobody else`(path: String) async throws {
        let probe = try DatabaseProbe()
        let failure = await #expect(throws: ConsoleFailure.self) { try await probe.send(.get, path) }
        #expect(failure?.status == .forbidden && failure?.reason.contains("only") == true)
        #expect(probe.requests.isEmpty)
    }

    @Test(arguments: ["", "a.json", "/a", "/a%zz.json", "/a%ff.json", "/a.json?orderBy=%z", "?/a.json"])
    func `what is no path of a database is refused`(path: String) async throws {
        let probe = try DatabaseProbe()
        let failure = await #expect(throws: ConsoleFailure.self) { try await probe.send(.get, path) }
        #expect(failure?.status == .badRequest)
    }

    @Test func `a path of any length is answered`() async throws {
        let probe = try DatabaseProbe()
        let path = "/" + String(repeating: "a/", count: 40_000) + "b.json"
        let failure = await #expect(throws: ConsoleFailure.self) { try await probe.send(.get, path) }
        #expect(failure?.status == .uriTooLong)
    }

    @Test func `only what may change something is announced as a change`() throws {
        for method in [HTTPRequest.Method.put, .patch, .post, .delete] {
            #expect(DatabaseProxy.isWrite(method))
        }
        #expect(!DatabaseProxy.isWrite(.get))
    }

    @Test func `other methods are refused`() async throws {
        let probe = try DatabaseProbe()
        let failure = await #expect(throws: ConsoleFailure.self) { try await probe.send(.head, "/a.json") }
        #expect(failure?.status == .methodNotAllowed)
    }

    @Test(arguments: ["/.settings/rules.json", "/.inspect/coverage.json"])
    func `a page that already has the newest rules or coverage gets 304 without a body`(path: String)
        async throws
    {
        let probe = try DatabaseProbe()
        #expect(try await probe.send(.put, "/.settings/rules.json", Self.rules).status == 200)
        let tag = try #require(try await probe.send(.get, path).fields[.eTag])
        let answer = try await probe.send(.get, path, "", ["If-None-Match": tag])
        #expect(answer.status == 304 && answer.text.isEmpty && answer.fields[.eTag] == tag)
        #expect(try await probe.send(.get, path, "", ["If-None-Match": "\"x\""]).status == 200)
    }

    @Test func `a write says which version it was made on`() async throws {
        let probe = try DatabaseProbe()
        let free = try await probe.send(.put, "/a.json", "1", ["If-Match": "null_etag"])
        #expect(free.status == 200)
        #expect(try await probe.send(.put, "/a.json", "2", ["If-Match": "null_etag"]).status == 412)
        let read = try await probe.send(.get, "/a.json", "", ["X-Firebase-ETag": "true"])
        let tag = try #require(read.fields[.eTag])
        #expect(try await probe.send(.put, "/a.json", "2", ["If-Match": tag]).status == 200)
        let failure = await #expect(throws: ConsoleFailure.self) {
            try await probe.send(.get, "/a.json", "", ["If-Match": String(repeating: "x", count: 201)])
        }
        #expect(failure?.status == .badRequest)
    }

    @Test func `where nobody else can be acted as, the console says so`() async throws {
        let probe = try DatabaseProbe(isEmulator: false)
        for path in [
            "/.settings/rules.json", "/.inspect/decisions.json", "/.inspect/coverage.json",
            "/%2Esettings%2Frules.json",
        ] {
            let failure = await #expect(throws: ConsoleFailure.self) { try await probe.send(.get, path) }
            #expect(failure?.status == .notFound)
        }
        let failure = await #expect(throws: ConsoleFailure.self) {
            try await probe.send(.get, "/a.json", "", ["X-Act-As": "user bob"])
        }
        #expect(failure?.status == .forbidden)
        #expect(try await probe.send(.get, "/a.json").status == 200)
    }

    @Test func `the page asks for it by its path, where there is one`() async throws {
        let probe = try ConsoleProbe(stores: [.realtimeDatabase])
        let path = "/api/database/rooms/blue.json"
        #expect(await probe(.put, path, #"{"seats":4}"#).status == 200)
        #expect(await probe(.get, "\(path)?shallow=true").text == #"{"seats":true}"#)
        #expect(await probe(.get, "\(path)?ns=other").error?.contains("only") == true)
        #expect(try await ConsoleProbe()(.get, path).status == 404)
    }

    @Test func `a database that cannot be reached is named`() async throws {
        let probe = try DatabaseProbe(isDown: true)
        let failure = await #expect(throws: ConsoleFailure.self) { try await probe.send(.get, "/a.json") }
        #expect(failure?.status == .badGateway && failure?.reason.contains("127.0.0.1:9000") == true)
    }

    @Test func `what comes with a request of the page does not go along`() async throws {
        let probe = try DatabaseProbe()
        _ = try await probe.send(
            .get, "/a.json", "",
            [
                "Authorization": "Bearer secret", "Cookie": "receipts-console=secret",
                "X-HTTP-Method-Override": "PUT", "Accept": "text/event-stream",
            ])
        let request = try #require(probe.requests.last)
        #expect(request.headerFields[.authorization] == "Bearer owner")
        #expect(request.headerFields[.accept] == "application/json")
        #expect(request.headerFields[.cookie] == nil && request.headerFields.count == 3)
        #expect(request.path == "/a.json?ns=demo-default-rtdb")
    }
}

/// A database behind a proxy, and the requests it receives.
private final class DatabaseProbe: HTTPStreamingTransport {
    private let emulator = DatabaseEmulator()
    private let isDown: Bool
    private let seen = Mutex<[HTTPRequest]>([])
    private let isEmulator: Bool

    init(isEmulator: Bool = true, isDown: Bool = false) throws {
        self.isEmulator = isEmulator
        self.isDown = isDown
    }

    struct Answer {
        let status: Int
        let fields: HTTPFields
        let text: String

        var json: JSON { (try? JSONParser.parse(Array(text.utf8))) ?? .null }
    }

    /// The requests received.
    var requests: [HTTPRequest] { seen.withLock { $0 } }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", _ fields: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:4000", path: path)
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { request.headerFields[name] = value }
        }
        let settings = DatabaseSettings(
            projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 9000),
            credentials: .emulatorAdmin, retryPolicy: .never)
        let proxy = DatabaseProxy(try Database(settings, transport: self), isEmulator: isEmulator)
        let response = try await proxy.send(request, to: path[...], body: Array(body.utf8))
        return Answer(
            status: response.head.status.code, fields: response.head.headerFields,
            text: String(decoding: response.body, as: UTF8.self))
    }

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        seen.withLock { $0.append(request) }
        if isDown { throw HTTPTransportError(.unreachable, "no server answers") }
        return try await emulator.transport.send(request, body: body)
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        try await emulator.transport.open(request, body: body)
    }
}
