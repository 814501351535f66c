import HTTPTransport
import HTTPTypes
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct ChangesTests {
    private let clock = ManualClock()
    /// Waits of no length, so that no test needs to let them pass.
    private let atOnce = RetryPolicy(maximumAttempts: 3, initialDelay: .zero)

    private func reference(
        _ server: ScriptedServer, credentials: Credentials = .none, policy: RetryPolicy? = nil
    ) throws -> DatabaseReference {
        try makeDatabase(
            server, endpoint: .production, credentials: credentials, retryPolicy: policy ?? atOnce,
            clock: clock, generator: LargestNumbers()
        ).reference(withPath: "r")
    }

    @Test func `a stream tells what is there, and then every change`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed)])
        var changes = try reference(server).changes().makeAsyncIterator()
        #expect(server.openings.isEmpty, "nothing is sent before somebody asks")
        feed.put("/", #"{"a":1}"#)
        var change = try await changes.next()
        #expect(change?.kind == .initial)
        #expect(change?.snapshot.databaseValue == ["a": 1])
        #expect(change?.snapshot.ref.path == "/r")
        feed.send("keep-alive", "null")
        feed.send(Array(": a comment\n\nevent: unheard-of\ndata: 1\n\n".utf8))
        feed.put("/b/c", "2")
        change = try await changes.next()
        #expect(change?.kind == .put)
        #expect(change?.path == "/b/c")
        #expect(change?.snapshot.databaseValue == ["a": 1, "b": ["c": 2]])
        feed.send("patch", #"{"path":"/","data":{"a":null,"b/d":3}}"#)
        change = try await changes.next()
        #expect(change?.kind == .patch)
        #expect(change?.snapshot.databaseValue == ["b": ["c": 2, "d": 3]])
        #expect(server.openings.map(\.line) == ["GET /r.json"])
        #expect(server.openings.first?.head.headerFields[.accept] == "text/event-stream")
    }

    @Test func `a stream of a query keeps its order`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed)])
        var changes = try reference(server).queryOrderedByValue().queryLimited(toLast: 2).changes()
            .makeAsyncIterator()
        feed.put("/", #"{"a":3,"b":1}"#)
        #expect(try await changes.next()?.snapshot.children.map(\.key) == ["b", "a"])
        #expect(server.openings.first?.line == "GET /r.json?orderBy=%22%24value%22&limitToLast=2")
    }

    @Test func `who is slow gets the latest state, and nothing is lost in it`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed)])
        var changes = try reference(server).changes().makeAsyncIterator()
        feed.put("/", "null")
        _ = try await changes.next()
        for number in 1...1000 { feed.put("/k\(number % 10)", "\(number)") }
        feed.end()
        // The end is behind all of them.
        await until { server.openings.count == 2 }
        let change = try await changes.next()
        #expect(change?.kind == .several)
        #expect(change?.path == "/")
        #expect(change?.snapshot.childrenCount == 10)
        #expect(change?.snapshot.childSnapshot(forPath: "k0").databaseValue == 1000)
    }

    @Test func `a lost connection is made again, and only a difference is reported`() async throws {
        let feeds = (0..<4).map { _ in Feed() }
        let server = ScriptedServer(
            [],
            streams: [
                .stream(feeds[0]), .stream(feeds[1]), .answer(.failure(.unreachable)),
                .answer(.json(#"{"error":"busy"}"#, status: 503)), .stream(feeds[2]), .stream(feeds[3]),
            ])
        let reference = try reference(server)
        var changes = reference.changes().makeAsyncIterator()
        feeds[0].put("/", #"{"a":1}"#)
        _ = try await changes.next()
        feeds[0].fail(.connectionLost)
        feeds[1].put("/", #"{"a":1}"#)
        feeds[1].end()
        feeds[2].put("/", #"{"a":2}"#)
        let change = try await changes.next()
        #expect(change?.kind == .resynchronized)
        #expect(change?.snapshot.databaseValue == ["a": 2])
        #expect(server.openings.count == 5)
        #expect(reference.database.usage.retries == 4)
        #expect(feeds[0].isClosed)
    }

    @Test func `a stream that cannot begin fails as a call does`() async throws {
        let server = ScriptedServer(
            [], streams: Array(repeating: .answer(.failure(.unreachable)), count: 5))
        var changes = try reference(server).changes().makeAsyncIterator()
        let error = try await failure { () throws(DatabaseError) in try await changes.next() }
        #expect(error.code == .unavailable)
        #expect(server.openings.count == 3)
        #expect(try await changes.next() == nil, "after an error it is over")
    }

    @Test func `attempts are spaced by the policy`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.answer(.failure(.unreachable)), .stream(feed)])
        feed.put("/", "1")
        let reference = try reference(
            server,
            policy: RetryPolicy(maximumAttempts: 3, initialDelay: .seconds(10), maximumDelay: .seconds(10)))
        let first = Task { try await value(of: reference) }
        while server.openings.count < 2 {
            clock.advance(by: .milliseconds(500))
            await Task.yield()
        }
        #expect(clock.now.offset >= .seconds(10))
        #expect(try await first.value == 1)
    }

    private func value(of reference: DatabaseReference) async throws -> DatabaseValue? {
        var changes = reference.changes().makeAsyncIterator()
        return try await changes.next()?.snapshot.databaseValue
    }

    @Test func `silence for a minute is a lost connection, a sign of life is none`() async throws {
        let (quiet, next) = (Feed(), Feed())
        let server = ScriptedServer([], streams: [.stream(quiet), .stream(next)])
        var changes = try reference(server).changes().makeAsyncIterator()
        quiet.put("/", "1")
        _ = try await changes.next()
        await clock.untilAsleep(1)
        for number in 2...4 {
            clock.advance(by: .seconds(45))
            quiet.put("/", "\(number)")
            #expect(try await changes.next()?.snapshot.databaseValue == .number(Double(number)))
        }
        #expect(server.openings.count == 1)
        next.put("/", "9")
        while server.openings.count < 2 {
            clock.advance(by: .seconds(5))
            await Task.yield()
        }
        #expect(try await changes.next()?.snapshot.databaseValue == 9)
        #expect(quiet.isClosed)
    }

    @Test func `a read that the rules no longer allow ends the stream`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed)])
        var changes = try reference(server).changes().makeAsyncIterator()
        feed.put("/", "1")
        _ = try await changes.next()
        feed.send("cancel", "null")
        let error = try await failure { () throws(DatabaseError) in try await changes.next() }
        #expect(error.code == .permissionDenied)
        #expect(error.message.hasPrefix("changes of /r failed: "))
        #expect(server.openings.count == 1)
        await until { feed.isClosed }
    }

    @Test func `a read that the rules do not allow ends the stream at once`() async throws {
        let server = ScriptedServer(
            [], streams: [.answer(.json(#"{"error":"Permission denied"}"#, status: 401))])
        let reference = try reference(server, credentials: .tokenProvider { "t" })
        let error = try await failure { () throws(DatabaseError) in
            var changes = reference.changes().makeAsyncIterator()
            _ = try await changes.next()
        }
        #expect(error.code == .permissionDenied)
        #expect(server.openings.count == 1)
    }

    @Test func `a revoked token is replaced by a new one`() async throws {
        let tokens = Counter()
        let (old, new) = (Feed(), Feed())
        let server = ScriptedServer([], streams: [.stream(old), .stream(new)])
        let credentials = Credentials.tokenProvider { "token-\(tokens.next())" }
        var changes = try reference(server, credentials: credentials).changes().makeAsyncIterator()
        old.put("/", "1")
        _ = try await changes.next()
        old.send("auth_revoked", #""credential is no longer valid""#)
        new.put("/", "2")
        #expect(try await changes.next()?.snapshot.databaseValue == 2)
        #expect(
            server.openings.map { $0.head.headerFields[.authorization] } == [
                "Bearer token-0", "Bearer token-1",
            ])
    }

    @Test func `a revoked token without another one ends the stream`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed)])
        var changes = try reference(server, credentials: .bearerToken("the-only-token-there-is"))
            .changes().makeAsyncIterator()
        feed.put("/", "1")
        _ = try await changes.next()
        feed.send("auth_revoked", #""the-only-token-there-is has expired""#)
        let error = try await failure { () throws(DatabaseError) in try await changes.next() }
        #expect(error.code == .unauthenticated)
        #expect(error.serverMessage == "... has expired")
        #expect(server.openings.count == 1)
    }

    @Test func `a provider that has no token just now is asked again`() async throws {
        struct Offline: Error {}
        let asked = Counter()
        let (first, second) = (Feed(), Feed())
        let server = ScriptedServer([], streams: [.stream(first), .stream(second)])
        let credentials = Credentials.tokenProvider {
            let count = asked.next()
            if (1...5).contains(count) { throw Offline() }
            return "t\(count)"
        }
        var changes = try reference(server, credentials: credentials).changes().makeAsyncIterator()
        first.put("/", "1")
        _ = try await changes.next()
        first.end()
        second.put("/", "2")
        #expect(try await changes.next()?.snapshot.databaseValue == 2)
        #expect(asked.value == 7)
    }

    @Test(arguments: [
        "event: put\ndata: {\n\n", "event: put\ndata: {\"path\":\"/\"}\n\n",
        "event: put\ndata: {\"path\":\"/a\",\"data\":1}\n\n",
        "event: patch\ndata: {\"path\":\"/\",\"data\":1}\n\n",
        "event: put\ndata: {\"path\":\"/\",\"data\":{\"a.b\":1}}\n\n",
    ])
    func `a damaged stream is begun anew`(_ text: String) async throws {
        let (bad, good) = (Feed(), Feed())
        let server = ScriptedServer([], streams: [.stream(bad), .stream(good)])
        var changes = try reference(server).changes().makeAsyncIterator()
        bad.send(Array(text.utf8))
        good.put("/", "1")
        #expect(try await changes.next()?.snapshot.databaseValue == 1)
        await until { bad.isClosed }
    }

    @Test func `an answer that is no stream is reported as what it is`() async throws {
        for step in [
            ScriptedTransport.Step.json("1"), .text("<html>", type: "text/html", status: 404),
        ] {
            let server = ScriptedServer([], streams: [.answer(step)])
            var changes = try reference(server).changes().makeAsyncIterator()
            let error = try await failure { () throws(DatabaseError) in try await changes.next() }
            #expect(error.message.contains("is not a Realtime Database"))
            #expect(server.openings.count == 1)
        }
    }

    @Test func `letting go of the iterator closes the connection`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed)])
        let reference = try reference(server)
        feed.put("/", "1")
        for try await change in reference.changes() {
            #expect(change.snapshot.databaseValue == 1)
            break
        }
        await until { feed.isClosed }
        #expect(server.openings.count == 1)
    }

    @Test func `cancelling the task ends the wait and closes the connection`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed)])
        let reference = try reference(server)
        feed.put("/", "1")
        let seen = Counter()
        let task = Task {
            try await failure { () throws(DatabaseError) in
                for try await _ in reference.changes() { _ = seen.next() }
            }
        }
        await until { seen.value == 1 }
        task.cancel()
        let error = try await task.value
        #expect(error.code == .cancelled)
        await until { feed.isClosed }
        #expect(server.openings.count == 1)
    }

    @Test func `every iterator has a stream of its own`() async throws {
        let feeds = [Feed(), Feed()]
        let server = ScriptedServer([], streams: feeds.map { .stream($0) })
        let sequence = try reference(server).changes()
        var (first, second) = (sequence.makeAsyncIterator(), sequence.makeAsyncIterator())
        feeds[0].put("/", "1")
        #expect(try await first.next()?.snapshot.databaseValue == 1)
        feeds[1].put("/", "2")
        #expect(try await second.next()?.snapshot.databaseValue == 2)
    }

    @Test func `streams go by their own transport`() async throws {
        let feed = Feed()
        let (requests, streams) = (ScriptedServer([.json("1")]), ScriptedServer([], streams: [.stream(feed)]))
        let database = try Database(
            DatabaseSettings(projectID: "p"), transport: requests, streams: streams, clock: clock)
        feed.put("/", "2")
        var changes = database.reference().changes().makeAsyncIterator()
        #expect(try await changes.next()?.snapshot.databaseValue == 2)
        #expect(try await database.reference().getData().databaseValue == 1)
        #expect(requests.openings.isEmpty && streams.requests.isEmpty)
    }
}
