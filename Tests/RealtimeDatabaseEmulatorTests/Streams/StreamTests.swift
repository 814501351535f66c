import EmulatorAccess
import HTTPTransport
import HTTPTypes
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@Suite("Streams of changes", .timeLimit(.minutes(1)))
struct StreamTests {
    private func database(_ data: String = "null") async throws -> TestDatabase {
        let database = TestDatabase()
        try await database.put("/.json", data)
        return database
    }

    @Test func `what is there comes first`() async throws {
        let database = try await database(#"{"a": {"b": 1}}"#)
        let stream = try await database.open("/a.json")
        #expect(stream.status == 200)
        #expect(stream.headers[.contentType] == "text/event-stream; charset=utf-8")
        #expect(stream.headers[.cacheControl] == "no-cache")
        #expect(try await stream.next() == #"put {"path":"/","data":{"b":1}}"#)
        #expect(try await database.open("/x.json").next() == #"put {"path":"/","data":null}"#)
    }

    @Test func `writes are reported with their path below the node`() async throws {
        let database = try await database(#"{"a": {"b": 1}}"#)
        let stream = try await database.open("/a.json")
        _ = try await stream.next()
        try await database.put("/a/c/d.json", #"{"e": [1]}"#)
        #expect(try await stream.next() == #"put {"path":"/c/d","data":{"e":[1]}}"#)
        try await database.send(.delete, "/a/b.json")
        #expect(try await stream.next() == #"put {"path":"/b","data":null}"#)
        try await database.put("/a.json", "5")
        #expect(try await stream.next() == #"put {"path":"/","data":5}"#)
        try await database.put("/.json", #"{"a": {"x": 1}, "b": 2}"#)
        #expect(try await stream.next() == #"put {"path":"/","data":{"x":1}}"#)
        try await database.put("/.json", "null")
        #expect(try await stream.next() == #"put {"path":"/","data":null}"#)
        let name = try await database.send(.post, "/a.json", "1").text.dropFirst(9).dropLast(2)
        #expect(try await stream.next() == "put {\"path\":\"/\(name)\",\"data\":1}")
    }

    @Test func `a PATCH is one event`() async throws {
        let database = try await database(#"{"a": {"b": 1, "c": 2}}"#)
        let (above, at, below) = (
            try await database.open("/.json"), try await database.open("/a.json"),
            try await database.open("/a/b.json")
        )
        for stream in [above, at, below] { _ = try await stream.next() }
        try await database.patch("/a.json", #"{"b": {"x": 3}, "c": null, "d/e": 4}"#)
        #expect(try await above.next() == #"patch {"path":"/a","data":{"b":{"x":3},"c":null,"d/e":4}}"#)
        #expect(try await at.next() == #"patch {"path":"/","data":{"b":{"x":3},"c":null,"d/e":4}}"#)
        #expect(try await below.next() == #"put {"path":"/","data":{"x":3}}"#)
        try await database.patch("/.json", #"{"a/b/x": 5, "a/b/y": 6, "other": 1}"#)
        #expect(try await above.next() == #"patch {"path":"/","data":{"a/b/x":5,"a/b/y":6,"other":1}}"#)
        #expect(try await at.next() == #"patch {"path":"/","data":{"b/x":5,"b/y":6}}"#)
        #expect(try await below.next() == #"patch {"path":"/","data":{"x":5,"y":6}}"#)
        try await database.patch("/a.json", #"{"c": 1}"#)
        #expect(try await at.next() == #"patch {"path":"/","data":{"c":1}}"#)
    }

    @Test func `what changes nothing is not told`() async throws {
        let database = try await database(#"{"a": {"b": 1}, "c": 1}"#)
        let stream = try await database.open("/a.json")
        _ = try await stream.next()
        try await database.put("/a/b.json", "1")
        try await database.put("/c.json", "2")
        try await database.send(.delete, "/a/b/x.json")
        try await database.send(.delete, "/a/z.json")
        try await database.patch("/a.json", #"{"b": 1}"#)
        try await database.put("/.json", #"{"a": {"b": 1}}"#)
        try await database.patch("/.json", #"{"a/b": 1, "a/n": 7, "c": 9}"#)
        #expect(try await stream.next() == #"patch {"path":"/","data":{"n":7}}"#)
    }

    @Test func `values of the server are reported as they were set`() async throws {
        let stream = try await database()
        let events = try await stream.open("/n.json")
        _ = try await events.next()
        for count in 1...2 {
            try await stream.put("/n.json", #"{".sv": {"increment": 1}}"#)
            #expect(try await events.next() == "put {\"path\":\"/\",\"data\":\(count)}")
        }
    }

    @Test func `a query sees those who come and go`() async throws {
        let database = try await database(#"{"m": {"a": {"n": 1}, "b": {"n": 2}, "c": {"n": 3}}}"#)
        let stream = try await database.open("/m.json?orderBy=%22n%22&limitToLast=2")
        #expect(try await stream.next() == #"put {"path":"/","data":{"b":{"n":2},"c":{"n":3}}}"#)
        try await database.put("/m/a/n.json", "0")
        try await database.put("/m/d.json", #"{"n": 4}"#)
        #expect(try await stream.next() == #"patch {"path":"/","data":{"b":null,"d":{"n":4}}}"#)
        try await database.put("/m/c/text.json", #""hello""#)
        #expect(try await stream.next() == #"put {"path":"/c/text","data":"hello"}"#)
        try await database.patch("/m/c.json", #"{"text": "bye", "x": 1}"#)
        #expect(try await stream.next() == #"patch {"path":"/c","data":{"text":"bye","x":1}}"#)
        try await database.put("/m/d/n.json", "-1")
        #expect(try await stream.next() == #"patch {"path":"/","data":{"b":{"n":2},"d":null}}"#)
        try await database.send(.delete, "/m/c.json")
        #expect(try await stream.next() == #"patch {"path":"/","data":{"a":{"n":0},"c":null}}"#)
        try await database.put("/m.json", #"{"z": {"n": 1}}"#)
        #expect(try await stream.next() == #"put {"path":"/","data":{"z":{"n":1}}}"#)
        try await database.put("/.json", "1")
        #expect(try await stream.next() == #"put {"path":"/","data":null}"#)
    }

    @Test func `a query without a limit sees who fits`() async throws {
        let database = try await database(#"{"m": {"a": 1, "b": 5}}"#)
        let stream = try await database.open("/m.json?orderBy=%22$value%22&startAt=3")
        #expect(try await stream.next() == #"put {"path":"/","data":{"b":5}}"#)
        try await database.put("/m/a.json", "4")
        #expect(try await stream.next() == #"put {"path":"/a","data":4}"#)
        try await database.patch("/m.json", #"{"a": 0, "b": 6, "c": 1}"#)
        #expect(try await stream.next() == #"patch {"path":"/","data":{"a":null,"b":6}}"#)
    }

    @Test func `a stream with invalid parameters is refused`() async throws {
        let stream = try await database().open("/m.json?limitToLast=2")
        #expect(stream.status == 400 && stream.headers[.contentType] == "application/json; charset=utf-8")
    }

    @Test func `databases do not hear of each other`() async throws {
        let database = try await database()
        let stream = try await database.open("/.json?ns=one")
        _ = try await stream.next()
        try await database.put("/a.json?ns=two", "1")
        try await database.put("/b.json?ns=one", "2")
        #expect(try await stream.next() == #"put {"path":"/b","data":2}"#)
    }

    @Test func `a database that is removed tells so`() async throws {
        let database = try await database(#"{"a": 1}"#)
        let stream = try await database.open("/a.json")
        _ = try await stream.next()
        database.emulator.clear(namespace: "demo-default-rtdb")
        #expect(try await stream.next() == #"put {"path":"/","data":null}"#)
    }

    @Test func `letting go of a stream ends it`() async throws {
        let database = try await database()
        do {
            let first = try await database.open("/.json")
            let second = try await database.open("/a.json")
            _ = try await first.next()
            #expect(database.emulator.streamCount(namespace: "demo-default-rtdb") == 2)
            _ = second.status
        }
        while database.emulator.streamCount(namespace: "demo-default-rtdb") > 0 { await Task.yield() }
    }

    @Test func `a task that is cancelled ends its stream`() async throws {
        let database = try await database()
        let task = Task {
            let stream = try await database.open("/.json")
            while try await stream.next() != nil {}
        }
        while database.emulator.streamCount(namespace: "demo-default-rtdb") == 0 { await Task.yield() }
        task.cancel()
        let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
        #expect(error?.kind == .cancelled)
        while database.emulator.streamCount(namespace: "demo-default-rtdb") > 0 { await Task.yield() }
    }

    @Test func `a reader that is too far behind is cut off, and begins anew`() async throws {
        let database = TestDatabase(DatabaseEmulatorConfiguration(maximumLag: 3))
        let stream = try await database.open("/.json")
        for number in 1...5 { try await database.put("/a.json", "\(number)") }
        #expect(database.emulator.streamCount(namespace: "demo-default-rtdb") == 0)
        #expect(try await stream.next() == nil)
        #expect(try await database.open("/.json").next() == #"put {"path":"/","data":{"a":5}}"#)
    }

    @Test func `memory bounds the lag as well`() async throws {
        let database = TestDatabase(DatabaseEmulatorConfiguration(maximumRequestSize: 100))
        let stream = try await database.open("/.json")
        let text = String(repeating: "x", count: 90)
        for number in 1...5 { try await database.put("/a\(number).json", "\"\(text)\"") }
        #expect(try await stream.next() == nil)
    }
}
