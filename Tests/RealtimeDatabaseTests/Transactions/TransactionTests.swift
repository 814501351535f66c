import HTTPTransport
import HTTPTypes
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct TransactionTests {
    private static func tagged(_ json: String, _ tag: String?, status: Int = 200) -> ScriptedTransport.Step {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.eTag] = tag
        return .response(status: status, fields: fields, body: Array(json.utf8))
    }

    private func database(
        _ server: ScriptedServer, clock: any Clock<Duration> = InstantClock(), attempts: Int = 3
    ) throws -> DatabaseReference {
        try makeDatabase(
            server, endpoint: .production, retryPolicy: RetryPolicy(maximumAttempts: attempts), clock: clock
        ).reference(withPath: "n")
    }

    private static func addOne(_ data: MutableData) -> TransactionResult {
        data.value = (data.value as? Int ?? 0) + 1
        return .success(withValue: data)
    }

    @Test func `what was read is changed on condition that it still is`() async throws {
        let server = ScriptedServer([Self.tagged("4", "e1"), Self.tagged("5", nil)])
        let (committed, snapshot) = try await database(server).runTransactionBlock(Self.addOne)
        #expect(committed)
        #expect(snapshot.databaseValue == 5)
        #expect(server.requests.map(\.line) == ["GET /n.json", "PUT /n.json"])
        let firebaseETag = try #require(HTTPField.Name("x-firebase-etag"))
        #expect(server.requests.first?.head.headerFields[firebaseETag] == "true")
        #expect(server.requests.last?.head.headerFields[.ifMatch] == "e1")
        #expect(server.requests.last?.text == "5")
    }

    @Test func `the block runs again on what others have made of it`() async throws {
        let server = ScriptedServer([
            Self.tagged("4", "e1"), Self.tagged("7", "e2", status: 412), Self.tagged("8", nil),
        ])
        let (committed, snapshot) = try await database(server).runTransactionBlock(Self.addOne)
        #expect(committed)
        #expect(snapshot.databaseValue == 8)
        #expect(server.requests.map { $0.head.headerFields[.ifMatch] } == [nil, "e1", "e2"])
        #expect(server.requests.map(\.text) == ["", "5", "8"])
    }

    @Test func `a refusal without a tag is followed by another read`() async throws {
        let server = ScriptedServer([
            Self.tagged("4", "e1"), Self.tagged("7", nil, status: 412), Self.tagged("9", "e3"),
            Self.tagged("10", nil),
        ])
        let (_, snapshot) = try await database(server).runTransactionBlock(Self.addOne)
        #expect(snapshot.databaseValue == 10)
        #expect(server.requests.map { $0.head.headerFields[.ifMatch] } == [nil, "e1", nil, "e3"])
    }

    @Test func `an aborted transaction writes nothing`() async throws {
        let server = ScriptedServer([Self.tagged("4", "e1")])
        let (committed, snapshot) = try await database(server).runTransactionBlock { data in
            data.value = 9
            return .abort()
        }
        #expect(!committed)
        #expect(snapshot.databaseValue == 4)
        #expect(server.requests.count == 1)
    }

    @Test func `who is beaten every time gives up, after waits`() async throws {
        let steps = [Self.tagged("0", "e")] + Array(repeating: Self.tagged("1", "e", status: 412), count: 30)
        let (server, clock) = (ScriptedServer(steps), InstantClock())
        let reference = try database(server, clock: clock)
        let error = try await failure { () async throws(DatabaseError) in
            try await reference.runTransactionBlock(Self.addOne)
        }
        #expect(error.code == .preconditionFailed)
        #expect(error.isRetryable)
        #expect(!error.isOutcomeUnknown)
        #expect(server.requests.count == 26)
        #expect(clock.sleeps.count == 24)
    }

    @Test func `a conditional write is repeated after its answer was lost`() async throws {
        let server = ScriptedServer([
            Self.tagged("4", "e1"), .failure(.connectionLost), Self.tagged("5", nil),
        ])
        let (committed, _) = try await database(server).runTransactionBlock(Self.addOne)
        #expect(committed)
        #expect(server.requests.map { $0.head.headerFields[.ifMatch] } == [nil, "e1", "e1"])
    }

    @Test func `where nobody can tell who has changed it the block does not run again`() async throws {
        let runs = Counter()
        let server = ScriptedServer([
            Self.tagged("4", "e1"), .failure(.connectionLost), Self.tagged("5", "e2", status: 412),
        ])
        let reference = try database(server)
        let error = try await failure { () async throws(DatabaseError) in
            try await reference.runTransactionBlock { data in
                _ = runs.next()
                return Self.addOne(data)
            }
        }
        #expect(error.code == .preconditionFailed)
        #expect(error.isOutcomeUnknown)
        #expect(runs.value == 1)
    }

    @Test func `children are looked at and changed in place`() async throws {
        let server = ScriptedServer([
            Self.tagged(#"{"stars":{"bob":true},"count":1}"#, "e1"), Self.tagged("null", nil),
        ])
        _ = try await database(server).runTransactionBlock { data in
            #expect(data.hasChildren())
            #expect(data.childrenCount == 2)
            #expect(data.hasChild(atPath: "stars/bob"))
            data.childData(byAppendingPath: "stars/alice").value = true
            data.childData(byAppendingPath: "stars").childData(byAppendingPath: "bob").value = nil
            data.childData(byAppendingPath: "count").value = ServerValue.increment(1)
            return .success(withValue: data)
        }
        #expect(
            server.requests.last?.text == #"{"count":{".sv":{"increment":1}},"stars":{"alice":true}}"#)
    }

    @Test func `what the block makes is checked before it is sent`() async throws {
        let server = ScriptedServer([Self.tagged("4", "e1")])
        let reference = try database(server)
        let error = try await failure { () async throws(DatabaseError) in
            try await reference.runTransactionBlock { data in
                data.value = ["a.b": 1]
                return .success(withValue: data)
            }
        }
        #expect(error.code == .invalidArgument)
        #expect(server.requests.count == 1)
    }

    @Test func `a server that gives no tag is found out`() async throws {
        let server = ScriptedServer([Self.tagged("4", nil)])
        let reference = try database(server)
        let error = try await failure { () async throws(DatabaseError) in
            try await reference.runTransactionBlock(Self.addOne)
        }
        #expect(error.message.contains("ETag"))
        #expect(server.requests.count == 1)
    }

    @Test func `values and children are read as in app code`() async throws {
        let server = ScriptedServer([
            Self.tagged(#"{"b":{"n":1},"a":{"n":2}}"#, "e1"), Self.tagged("null", nil),
        ])
        try await database(server).runTransactionBlock { data in
            var post = data.value as? [String: Any] ?? [:]
            #expect((post["b"] as? [String: Any])?["n"] as? Int == 1)
            #expect(data.children.map(\.key) == ["a", "b"])
            for child in data.children { child.childData(byAppendingPath: "seen").value = true }
            #expect(data.hasChild(atPath: "a/seen") && data.priority == nil)
            post["count"] = 2
            data.value = post
            return .success(withValue: data)
        }
        #expect(server.requests.last?.text == #"{"a":{"n":2},"b":{"n":1},"count":2}"#)
    }

    @Test func `a value that no database can hold ends the transaction`() async throws {
        for change in [{ $0.value = [1: 2] }, { $0.priority = 1 }] as [(MutableData) -> Void] {
            let server = ScriptedServer([Self.tagged("4", "e1")])
            let reference = try database(server)
            let error = try await failure { () async throws(DatabaseError) in
                try await reference.runTransactionBlock { data in
                    change(data)
                    return .success(withValue: data)
                }
            }
            #expect(error.code == .invalidArgument)
            #expect(server.requests.count == 1)
        }
    }
}
