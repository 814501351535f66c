import HTTPTransport
import HTTPTypes
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct ReadsOnTheWireTests {
    private func read(
        _ json: String = "null", _ make: (DatabaseReference) -> DatabaseQuery
    ) async throws -> (line: String?, snapshot: DataSnapshot) {
        let server = ScriptedServer([.json(json)])
        let database = try makeDatabase(server, endpoint: .production)
        let snapshot = try await make(database.reference(withPath: "r")).getData()
        return (server.requests.first?.line, snapshot)
    }

    @Test func `what is there is read, whole`() async throws {
        let (line, snapshot) = try await read(#"{"a":1,"b":{"c":[true,"x"]}}"#) { $0 }
        #expect(line == "GET /r.json")
        #expect(snapshot.key == "r")
        #expect(snapshot.exists())
        #expect(snapshot.databaseValue == ["a": 1, "b": ["c": [true, "x"]]])
    }

    @Test func `nothing is no error`() async throws {
        let (_, snapshot) = try await read { $0 }
        #expect(!snapshot.exists())
        #expect(snapshot.databaseValue == .null)
        #expect(snapshot.children.isEmpty)
    }

    @Test func `keys are encoded one by one`() async throws {
        let server = ScriptedServer([.json("null"), .json("null")])
        let database = try makeDatabase(server)
        _ = try await database.reference(withPath: "a b/ü?&=+%/\"x\"").getData()
        _ = try await database.reference().getData()
        #expect(
            server.requests.map(\.line) == [
                "GET /a%20b/%C3%BC%3F%26%3D%2B%25/%22x%22.json?ns=db", "GET /.json?ns=db",
            ])
    }

    @Test func `a query is sent as parameters that are JSON`() async throws {
        #expect(
            try await read {
                $0.queryOrdered(byChild: "a/b").queryStarting(atValue: 3, childKey: "k")
                    .queryEnding(beforeValue: "ü\"").queryLimited(toLast: 2)
            }.line
                == "GET /r.json?orderBy=%22a%2Fb%22&startAt=3%2C%22k%22&endBefore=%22%C3%BC%5C%22%22&limitToLast=2"
        )
        #expect(
            try await read { $0.queryOrderedByKey().queryStarting(afterValue: "k").queryEnding(atValue: "m") }
                .line == "GET /r.json?orderBy=%22%24key%22&startAfter=%22k%22&endAt=%22m%22")
        #expect(
            try await read { $0.queryOrderedByValue().queryEqual(toValue: true) }.line
                == "GET /r.json?orderBy=%22%24value%22&equalTo=true")
        #expect(
            try await read { $0.queryLimited(toFirst: 5) }.line
                == "GET /r.json?orderBy=%22%24key%22&limitToFirst=5")
        #expect(
            try await read { $0.queryOrdered(byChild: "a").queryEqual(toValue: nil) }.line
                == "GET /r.json?orderBy=%22a%22&equalTo=null")
    }

    @Test func `children come in the order of the query, whatever the order of the answer`() async throws {
        let json = #"{"x":{"n":3},"10":{"n":"t"},"2":{"n":3},"y":{},"z":{"n":false},"w":{"m":1}}"#
        #expect(
            try await read(json) { $0.queryOrdered(byChild: "n") }.snapshot.children.map(\.key)
                == ["w", "z", "2", "x", "10"])
        #expect(try await read(json) { $0 }.snapshot.children.map(\.key) == ["2", "10", "w", "x", "z"])
        #expect(
            try await read(#"{"a":2,"b":1,"c":2}"#) { $0.queryOrderedByValue() }.snapshot.children.map(\.key)
                == ["b", "a", "c"])
    }

    @Test(
        arguments: [
            { $0.queryStarting(atValue: 1) }, { $0.queryLimited(toFirst: 0) },
            { $0.queryLimited(toLast: -1) },
            { $0.queryOrderedByKey().queryStarting(atValue: 1) },
            { $0.queryOrderedByKey().queryStarting(atValue: "a", childKey: "b") },
            { $0.queryOrderedByKey().queryOrderedByValue() },
            { $0.queryOrderedByValue().queryEqual(toValue: 1).queryStarting(atValue: 1) },
            { $0.queryOrderedByValue().queryEnding(atValue: 1).queryEnding(beforeValue: 1) },
            { $0.queryLimited(toFirst: 1).queryLimited(toLast: 1) },
            { $0.queryOrderedByValue().queryEqual(toValue: [1]) },
            { $0.queryOrderedByValue().queryEqual(toValue: Double.infinity) },
            { $0.queryOrderedByValue().queryEqual(toValue: 1, childKey: "a/b") },
            { $0.queryOrdered(byChild: "") }, { $0.queryOrdered(byChild: "$key") },
            { $0.child("a.b") }, { $0.child("a#b") },
            { $0.child(String(repeating: "k/", count: 32)) },
            { $0.child(String(repeating: "x", count: 769)) },
        ] as [@Sendable (DatabaseReference) -> DatabaseQuery])
    func `what is wrong with a path or a query is reported before anything is sent`(
        _ make: @Sendable (DatabaseReference) -> DatabaseQuery
    ) async throws {
        let server = ScriptedServer([])
        let query = make(try makeDatabase(server).reference(withPath: "r"))
        let error = try await failure { () throws(DatabaseError) in try await query.getData() }
        #expect(error.code == .invalidArgument)
        #expect(error.message.hasPrefix("getData of "))
        let listening = try await failure { () throws(DatabaseError) in
            var iterator = query.changes().makeAsyncIterator()
            _ = try await iterator.next()
        }
        #expect(listening.code == .invalidArgument)
        #expect(server.requests.isEmpty && server.openings.isEmpty)
    }

    @Test func `keys are read without what is below them`() async throws {
        let server = ScriptedServer([.json(#"{"b":true,"10":true,"9":true}"#), .json("3"), .json("null")])
        let reference = try makeDatabase(server, endpoint: .production).reference(withPath: "r")
        #expect(try await reference.shallowKeys() == ["9", "10", "b"])
        #expect(try await reference.shallowKeys() == [])
        #expect(try await reference.shallowKeys() == [])
        #expect(server.requests.first?.line == "GET /r.json?shallow=true")
    }

    @Test func `the server is told how long it may take`() async throws {
        let server = ScriptedServer([.json("null")])
        let settings = DatabaseSettings(projectID: "p", readTimeout: .milliseconds(1500))
        _ = try await Database(settings, transport: server).reference(withPath: "r").getData()
        #expect(server.requests.first?.line == "GET /r.json?timeout=1500ms")
    }

    @Test(arguments: [
        (
            400, "Index not defined, add \".indexOn\": \"n\", for path \"/r\", to the rules",
            DatabaseError.Code.indexNotDefined
        ),
        (400, "Invalid path: Invalid token in path", .invalidArgument),
        (401, "Permission denied", .permissionDenied),
        (401, "Could not parse auth token.", .unauthenticated),
        (401, "Auth token is expired", .unauthenticated),
        (403, "Forbidden", .permissionDenied), (404, "404 Not Found", .notFound),
        (412, "ETag", .preconditionFailed), (429, "slow down", .resourceExhausted), (500, "oops", .internal),
        (503, "The specified Firebase database does not exist.", .unavailable),
        (504, "late", .deadlineExceeded),
        (
            400, "Data requested exceeds the maximum size that can be accessed with a single request.",
            .resourceExhausted
        ),
    ])
    func `a refusal has a code and one line`(_ status: Int, _ words: String, _ code: DatabaseError.Code)
        async throws
    {
        let body = #"{"error":"\#(words.replacing("\"", with: "\\\""))"}"#
        let server = ScriptedServer([.json(body, status: status)])
        let reference = try makeDatabase(server).reference(withPath: "r")
        let error = try await failure { () throws(DatabaseError) in try await reference.getData() }
        #expect(error.code == code)
        #expect(error.serverMessage == words)
        #expect(error.message.hasPrefix("getData of /r failed: 127.0.0.1:9000 answered \(status): "))
        #expect(!error.message.contains("\n"))
        #expect(error.attempts == 1)
    }

    @Test func `a database in another region is named by its URL`() async throws {
        let body =
            #"{"error":"Database lives in a different region.","correctUrl":"https://x.europe-west1.firebasedatabase.app"}"#
        let server = ScriptedServer([.json(body, status: 404)])
        let reference = try makeDatabase(server).reference(withPath: "r")
        let error = try await failure { () throws(DatabaseError) in try await reference.getData() }
        #expect(error.message.contains("The database is at https://x.europe-west1.firebasedatabase.app."))
    }

    @Test(arguments: [
        ScriptedTransport.Step.text("<html>", type: "text/html"), .text("", type: nil),
        .text("<html>", type: "text/html", status: 404), .text("nothing", type: nil, status: 502),
    ])
    func `somebody who is no database is told from one`(_ step: ScriptedTransport.Step) async throws {
        let reference = try makeDatabase(ScriptedServer([step])).reference(withPath: "r")
        let error = try await failure { () throws(DatabaseError) in try await reference.getData() }
        #expect([.unknown, .unavailable].contains(error.code))
        #expect(error.message.contains("is not a Realtime Database"), "\(error)")
    }

    @Test func `an answer that no database can hold is damaged`() async throws {
        for body in ["{", #"{"a.b":1}"#, #"{"a":"#, "1e999", String(repeating: "[", count: 100_000)] {
            let reference = try makeDatabase(ScriptedServer([.json(body)])).reference(withPath: "r")
            let error = try await failure { () throws(DatabaseError) in try await reference.getData() }
            #expect(error.code == .unavailable)
            #expect(error.message.contains("damaged"), "\(error)")
        }
    }
}
