import HTTPTypes
import JSONText
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Calls of a database")
struct CallLogTests {
    private let clock = StandingClock()
    private let database: TestDatabase
    private let bob = token(#"{"sub":"bob","level":3}"#)

    init() throws {
        var configuration = DatabaseEmulatorConfiguration()
        let clock = clock
        configuration.clock = .init { clock.now }
        configuration.rememberedCalls = 5
        configuration.maximumRequestSize = 100_000
        database = TestDatabase(configuration)
        let rules = #"""
            { "rules": { "open": { ".read": true, ".write": true }, "rooms": { ".read": "data.child('open').val() == true",
              ".indexOn": "n" }, "own": { "$uid": { ".read": "auth.uid == $uid", ".write": "auth.uid == $uid" } } } }
            """#
        #expect(
            database.emulator.setRules(rules, namespace: database.emulator.configuration.defaultNamespace)
                == [])
    }

    private func list(_ parameters: String = "") async throws -> JSON {
        try JSONParser.parse(Array(try await database.get("/.inspect/calls.json\(parameters)", owner).utf8))
    }

    private func calls(_ parameters: String = "") async throws -> [JSON] {
        try await list(parameters)["calls"]?.array ?? []
    }

    private func texts(_ calls: [JSON], _ names: String...) -> [String] {
        calls.map { call in
            names.map { name in
                switch call[name] {
                case .string(let text)?, .number(let text)?: text
                case .boolean(let value)?: "\(value)"
                case .array(let elements)?: elements.compactMap(\.string).joined(separator: " ")
                case _: "-"
                }
            }.joined(separator: " ")
        }
    }

    @Test func `a request of the REST API is kept with who, what, its status, and what was sent`()
        async throws
    {
        try await database.put("/own/bob/name.json?auth=\(bob)", #""Bob""#)
        try await database.send(.patch, "/own/alice.json?auth=\(bob)", #"{"name":"B"}"#)
        _ = try await database.get("/open.json", owner)
        try await database.send(.post, "/open/list.json", "1")
        try await database.send(.delete, "/open/list.json")
        let calls = try await calls()
        #expect(
            texts(calls, "number", "protocol", "method", "targets", "status") == [
                "1 REST set /own/bob/name OK", "2 REST update /own/alice PERMISSION_DENIED",
                "3 REST get /open OK", "4 REST push /open/list OK", "5 REST remove /open/list OK",
            ])
        #expect(calls[0]["claims"]?["sub"] == .string("bob"))
        #expect(calls[2]["admin"] == .boolean(true))
        #expect(calls[4]["claims"] == nil && calls[4]["admin"] == nil)
        #expect(texts(calls, "bytes", "decision") == ["5 1", "29 2", "4 -", "31 3", "4 4"])
        #expect(calls[1]["message"] == .string("Permission denied"))
        #expect(
            calls[0]["request"]
                == .object([
                    .init("method", .string("PUT")), .init("query", .object([])),
                    .init("body", .string("Bob")),
                ]))
        #expect(calls[4]["request"]?["body"] == nil)
    }

    @Test func `what is refused before its data is looked at is kept too`() async throws {
        try await database.send(.get, "/own/bob.json?auth=broken")
        try await database.send(.put, "/open.json", "{")
        _ = try await database.get("/rooms.json?orderBy=%22other%22")
        try await database.put("/open/big.json", "\"\(String(repeating: "x", count: 100_000))\"")
        try await database.put(
            "/open.json", "1", [try #require(HTTPField.Name("if-match")): "what-nobody-has"])
        #expect(
            texts(try await calls(), "method", "status", "targets") == [
                "get UNAUTHORIZED /own/bob", "set BAD_REQUEST /open",
                #"get BAD_REQUEST /rooms?orderBy="other""#, "set BAD_REQUEST /open/big",
                "set PRECONDITION_FAILED /open",
            ])
        let calls = try await calls()
        #expect(calls[1]["request"] == nil)
        #expect(
            calls[3]["message"]?.string?.hasPrefix("Data to write exceeds the maximum size") == true)
    }

    @Test func `requests of SDKs are named as their methods, and removals as such`() async throws {
        let client = TestConnection(database)
        client.send("auth", #"{"cred":"\#(bob)"}"#)
        client.send("p", #"{"p":"/own/bob","d":{"a":1}}"#)
        client.send("m", #"{"p":"/own/eve","d":{"a":2}}"#)
        client.send("o", #"{"p":"/own/bob/gone","d":true}"#)
        client.send("p", #"{"p":"/own/bob","d":null}"#)
        client.send("s", #"{"c":{}}"#)
        let calls = try await calls()
        #expect(
            texts(calls, "protocol", "method", "targets", "status") == [
                "WebSocket signIn - OK", "WebSocket set /own/bob OK",
                "WebSocket update /own/eve PERMISSION_DENIED", "WebSocket onDisconnect.set /own/bob/gone OK",
                "WebSocket remove /own/bob OK",
            ])
        #expect(calls[1]["claims"]?["level"] == .number("3"))
        #expect(calls[3]["request"] == nil)
        #expect(texts(calls, "decision") == ["-", "1", "2", "3", "4"])
    }

    @Test func `the protocol is that of each message`() async throws {
        let client = TestConnection(database)
        let message = #"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/open"}}}"#
        _ = client.connection.receive(Array(message.utf8), over: .longPolling)
        #expect(texts(try await calls(), "protocol", "method", "bytes") == ["Long polling get 0"])
        #expect(client.take() == [#"{"r":1,"b":{"s":"ok","d":null}}"#])
        // With what surrounds the answer.
        #expect(
            texts(try await calls(), "bytes") == [
                "\(#"{"t":"d","d":{"r":1,"b":{"s":"ok","d":null}}}"#.utf8.count)"
            ])
    }

    @Test func `a listener is open until it goes, and costs what it is sent`() async throws {
        let client = TestConnection(database)
        let answer = client.send("q", #"{"p":"/open","h":""}"#).map(\.utf8.count)
        var listeners = try await list()["listeners"]?.array ?? []
        #expect(texts(listeners, "method", "targets", "open", "status") == ["listen /open true OK"])
        // Each message with what surrounds it: {"t":"d","d":…}.
        let around = 14
        #expect(texts(listeners, "bytes") == ["\(answer.reduce(0, +) + around * answer.count)"])
        try await database.put("/open/a.json", "1")
        let event = client.take().map(\.utf8.count)
        listeners = try await list()["listeners"]?.array ?? []
        let sum = (answer + event).reduce(0, +) + around * (answer.count + event.count)
        #expect(texts(listeners, "bytes") == ["\(sum)"])
        client.send("n", #"{"p":"/open"}"#)
        #expect(try await list()["listeners"] == .array([]))
        #expect(texts(try await calls("?limit=2"), "method", "open", "bytes").first == "listen - \(sum)")
        let other = TestConnection(database)
        other.send("q", #"{"p":"/open","h":""}"#)
        other.close()
        #expect(try await list()["listeners"] == .array([]))
    }

    @Test func `a stream of the REST API is a listener too`() async throws {
        var stream: OpenStream? = try await database.open("/open.json")
        let text = try #require(try await stream?.next())
        let listeners = try await list()["listeners"]?.array ?? []
        #expect(texts(listeners, "protocol", "method", "targets") == ["REST listen /open"])
        // The lines of an event: "event: put", "data: …", and an empty one.
        #expect(texts(listeners, "bytes") == ["\(text.utf8.count + "event: \ndata: \n\n".utf8.count - 1)"])
        stream = nil
        #expect(try await list()["listeners"] == .array([]))
    }

    @Test func `a listener that the rules end is denied from then on`() async throws {
        try await database.put("/rooms/open.json", "true", owner)
        let client = TestConnection(database)
        client.send("q", #"{"p":"/rooms","h":""}"#)
        #expect(try await list()["listeners"]?.array?.count == 1)
        try await database.put("/rooms/open.json", "false", owner)
        #expect(try await list()["listeners"] == .array([]))
        #expect(
            texts(try await calls("?number=2"), "method", "status", "message") == [
                "listen PERMISSION_DENIED The rules no longer allow the listener."
            ])
        // The administrator's write was not decided by rules, although a listener was.
        #expect(texts(try await calls("?number=3"), "method", "decision") == ["set -"])
    }

    @Test func `background reads are apart, and the list is chosen from by number`() async throws {
        let background: HTTPFields = [try #require(HTTPField.Name("x-rules-log")): "background"]
        for _ in 0..<20 { _ = try await database.get("/open.json", background) }
        for number in 0..<3 { try await database.put("/open/a.json", "\(number)") }
        #expect(
            texts(try await calls("?background=false"), "number", "background") == ["21 -", "22 -", "23 -"])
        #expect(texts(try await calls("?after=22"), "number") == ["23"])
        #expect(texts(try await calls("?number=20"), "number", "background") == ["20 true"])
        #expect(try await list("?after=23")["latest"] == .number("23"))
    }

    @Test func `large writes are kept without their data, and memory is bounded`() async throws {
        let text = String(repeating: "x", count: 70_000)
        try await database.put("/open/text.json", #""\#(text)""#)
        #expect(try await calls()[0]["request"] == nil)
        try await database.send(.get, "/own/bob.json")
        for _ in 0..<20 { _ = try await database.get("/open/a.json") }
        let calls = try await calls()
        // The denial outlasts what is allowed.
        #expect(texts(calls, "number", "status").first == "2 PERMISSION_DENIED")
        #expect(calls.count == 6)
        // Listeners that have gone leave nothing behind.
        weak var first: CallRecord?
        for number in 0..<500 {
            let client = TestConnection(database)
            client.send("q", #"{"p":"/open/a","h":""}"#)
            if number == 0 { first = database.instance.calls?.listeners.first?.record }
            client.close()
        }
        #expect(first == nil)
        #expect(try await list()["listeners"] == .array([]))
    }

    private func replay(_ body: String) async throws -> TestDatabase.Answer {
        try await database.send(.post, "/.inspect/replay.json", body, owner)
    }

    @Test func `a call is decided once more on the present data, or by other rules, without effects`()
        async throws
    {
        _ = try await database.get("/rooms.json?auth=\(bob)")
        try await database.put("/own/eve.json?auth=\(bob)", "1")
        let other =
            #"{\"rules\":{\"own\":{\".write\":\"auth.uid == 'bob' && newData.child('eve').val() == 1\"}}}"#
        #expect(try await replay(#"{"call":1}"#).text.contains(#""allowed":false"#))
        #expect(try await replay(#"{"call":2,"content":"\#(other)"}"#).text.contains(#""allowed":true"#))
        #expect(try await database.get("/own/eve.json", owner) == "null")
        try await database.put("/rooms/open.json", "true", owner)
        #expect(try await replay(#"{"call":1}"#).text.contains(#""allowed":true"#))
        // Neither are these calls, nor their decisions.
        #expect(try await list()["latest"] == .number("4"))
        #expect(database.instance.recentDecisions.count == 2)
        for (body, words) in [
            ("{", "The body must be"), (#"{"call":"1"}"#, "The body must be"),
            (#"{"call":99}"#, "no longer has the call 99"), (#"{"call":4}"#, "No rules apply to the call 4"),
            (#"{"call":1,"content":"{"}"#, "1:"),
        ] {
            let answer = try await replay(body)
            #expect(
                answer.status == (body.contains("99") ? 404 : 400) && answer.text.contains(words), "\(body)")
        }
        #expect(try await database.send(.get, "/.inspect/replay.json", "", owner).status == 405)
        #expect(try await database.send(.post, "/.inspect/replay.json", #"{"call":1}"#).status == 401)
    }

    @Test func `a listener that is open is decided once more, however long ago it began`() async throws {
        let client = TestConnection(database)
        client.send("q", #"{"p":"/rooms","h":""}"#)
        client.send("auth", #"{"cred":"\#(bob)"}"#)
        client.send("q", #"{"p":"/own/bob","h":""}"#)
        for _ in 0..<20 { _ = try await database.get("/open.json") }
        #expect(texts(try await calls("?number=3"), "number") == [])
        #expect(try await replay(#"{"call":3}"#).text.contains(#""allowed":true"#))
        client.close()
        #expect(try await replay(#"{"call":3}"#).status == 404)
    }

    @Test func `only administrators see calls, and an emulator records none unless asked`() async throws {
        #expect(try await database.send(.get, "/.inspect/calls.json").status == 401)
        #expect(try await database.send(.put, "/.inspect/calls.json", "1", owner).status == 405)
        let quiet = TestDatabase()
        try await quiet.put("/a.json", "1")
        #expect(
            try await quiet.get("/.inspect/calls.json", owner)
                == #"{"isRecording":false,"latest":0,"calls":[],"listeners":[]}"#)
    }
}
