import Dispatch
import Foundation
import HTTPTransport
import RealtimeDatabase
import RealtimeDatabaseModel
import TestSupport
import Testing

/// Observers, on a stream that the test feeds by hand.
@Suite struct ObservingTests {
    private let recorder = Recorder()
    private let queue = DispatchQueue(label: "observers")

    private func reference(
        _ server: ScriptedServer
    ) throws -> DatabaseReference {
        // Waits of no length, so that no test needs to let them pass.
        let database = try makeDatabase(
            server, endpoint: .production, retryPolicy: RetryPolicy(maximumAttempts: 2, initialDelay: .zero),
            clock: ManualClock(), generator: LargestNumbers())
        database.callbackQueue = queue
        return database.reference(withPath: "r")
    }

    /// Observes events, and notes each with a name.
    @discardableResult
    private func observe(
        _ query: DatabaseQuery, _ type: DataEventType, as name: String = ""
    ) -> DatabaseHandle {
        let recorder = recorder
        return query.observe(type) { snapshot, previousKey in
            let before = previousKey.map { " after \($0)" } ?? ""
            recorder.note("\(name)\(type) \(snapshot.key)\(before) \(snapshot.node.json)")
        } withCancel: { error in
            recorder.note("\(name)cancelled \((error as? DatabaseError)?.code.rawValue ?? "")")
        }
    }

    @Test func `observers of one query share a stream, and hear of what is there and what changes`()
        async throws
    {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed)])
        let reference = try reference(server)
        for type in [DataEventType.value, .childAdded, .childChanged, .childRemoved] {
            observe(reference, type)
        }
        feed.put("/", #"{"a":1,"b":2}"#)
        #expect(
            await recorder.take(3) == ["childAdded a 1", "childAdded b after a 2", #"value r {"a":1,"b":2}"#])
        feed.put("/a", "7")
        #expect(await recorder.take(2) == ["childChanged a 7", #"value r {"a":7,"b":2}"#])
        feed.put("/b", "null")
        #expect(await recorder.take(2) == ["childRemoved b 2", #"value r {"a":7}"#])
        feed.put("/c", "5")
        #expect(await recorder.take(2) == ["childAdded c after a 5", #"value r {"a":7,"c":5}"#])
        #expect(server.openings.map(\.line) == ["GET /r.json"])
    }

    @Test func `who comes later hears at once of what is there`() async throws {
        let feed = Feed()
        let reference = try reference(ScriptedServer([], streams: [.stream(feed)]))
        observe(reference, .value, as: "first ")
        feed.put("/", "1")
        #expect(await recorder.take(1) == ["first value r 1"])
        observe(reference.root.child("r"), .value, as: "second ")
        #expect(await recorder.take(1) == ["second value r 1"])
        feed.put("/", "2")
        #expect(await recorder.take(2) == ["first value r 2", "second value r 2"])
    }

    @Test func `queries have streams of their own, and their order`() async throws {
        let (all, newest) = (Feed(), Feed())
        let server = ScriptedServer([], streams: [.stream(all), .stream(newest)])
        let reference = try reference(server)
        observe(reference, .childAdded, as: "all ")
        await until { server.openings.count == 1 }
        observe(reference.queryOrdered(byChild: "n").queryLimited(toLast: 2), .childAdded, as: "newest ")
        await until { server.openings.count == 2 }
        newest.put("/", #"{"a":{"n":3},"b":{"n":1}}"#)
        #expect(
            await recorder.take(2) == [
                #"newest childAdded b {"n":1}"#, #"newest childAdded a after b {"n":3}"#,
            ])
        all.put("/", #"{"z":1}"#)
        #expect(await recorder.take(1) == ["all childAdded z 1"])
        #expect(server.openings.last?.line == "GET /r.json?orderBy=%22n%22&limitToLast=2")
    }

    @Test func `a single event is one, and closes the stream`() async throws {
        let feed = Feed()
        let reference = try reference(ScriptedServer([], streams: [.stream(feed)]))
        let recorder = recorder
        reference.observeSingleEvent(of: .childAdded) { recorder.note("single \($0.key)") }
        feed.put("/", #"{"a":1,"b":2}"#)
        #expect(await recorder.take(1) == ["single a"])
        await until { feed.isClosed }
    }

    @Test func `a single event can be awaited`() async throws {
        let feed = Feed()
        let reference = try reference(ScriptedServer([], streams: [.stream(feed)]))
        feed.put("/", #"{"a":1}"#)
        let (snapshot, key) = try await reference.observeSingleEventAndPreviousSiblingKey(of: .value)
        #expect(snapshot.databaseValue == ["a": 1] && key == nil)
    }

    @Test func `the last observer that is removed closes the stream`() async throws {
        let feed = Feed()
        let server = ScriptedServer([], streams: [.stream(feed), .stream(Feed())])
        let reference = try reference(server)
        let first = observe(reference, .value, as: "first ")
        let second = observe(reference, .value, as: "second ")
        #expect(first != second)
        feed.put("/", "1")
        _ = await recorder.take(2)
        reference.removeObserver(withHandle: first)
        feed.put("/", "2")
        #expect(await recorder.take(1) == ["second value r 2"])
        #expect(!feed.isClosed)
        reference.removeObserver(withHandle: second)
        await until { feed.isClosed }
        observe(reference, .value)
        await until { server.openings.count == 2 }
    }

    @Test func `a location removes the observers of its queries, a query only its own`() async throws {
        let feeds = (0..<3).map { _ in Feed() }
        let server = ScriptedServer([], streams: feeds.map { .stream($0) })
        let reference = try reference(server)
        let queries = [
            reference.queryOrderedByKey(), reference.queryLimited(toFirst: 1), reference.child("x"),
        ]
        for (index, query) in queries.enumerated() {
            observe(query, .value)
            await until { server.openings.count == index + 1 }
        }
        queries[0].removeAllObservers()
        await until { feeds[0].isClosed }
        #expect(!feeds[1].isClosed)
        reference.removeAllObservers()
        await until { feeds[1].isClosed }
        #expect(!feeds[2].isClosed, "observers of children stay")
        reference.child("x").removeAllObservers()
        await until { feeds[2].isClosed }
    }

    @Test func `an event that is on its way does not reach an observer that was removed`() async throws {
        let feed = Feed()
        let reference = try reference(ScriptedServer([], streams: [.stream(feed)]))
        let recorder = recorder
        queue.suspend()
        let handle = observe(reference, .value)
        reference.observe(.childAdded) { _ in recorder.note("added") }
        feed.put("/", #"{"a":1}"#)
        // The stream is read in order, so a second observer shows that the first event is on its way.
        let other = DispatchQueue(label: "other")
        reference.database.callbackQueue = other
        reference.observe(.value) { _ in recorder.note("other") }
        #expect(await recorder.take(1) == ["other"])
        reference.removeObserver(withHandle: handle)
        queue.resume()
        #expect(await recorder.take(1) == ["added"])
        feed.put("/a", "2")
        #expect(await recorder.take(1) == ["other"])
    }

    @Test func `callbacks run on the queue of the client`() async throws {
        let feed = Feed()
        let reference = try reference(ScriptedServer([], streams: [.stream(feed)]))
        let key = DispatchSpecificKey<String>()
        queue.setSpecific(key: key, value: "observers")
        let recorder = recorder
        reference.observe(.value) { _ in recorder.note(DispatchQueue.getSpecific(key: key) ?? "elsewhere") }
        feed.put("/", "1")
        #expect(await recorder.take(1) == ["observers"])
        #expect(try makeDatabase().callbackQueue.label == DispatchQueue.main.label)
    }

    @Test func `a refusal cancels every observer, and the next one asks again`() async throws {
        let denied = ScriptedServer.Opening.answer(.json(#"{"error":"Permission denied"}"#, status: 401))
        let server = ScriptedServer([], streams: [denied, denied])
        let reference = try reference(server)
        observe(reference, .value)
        #expect(await recorder.take(1) == ["cancelled permissionDenied"])
        await until { server.openings.count == 1 }
        observe(reference, .childAdded)
        #expect(await recorder.take(1) == ["cancelled permissionDenied"])
        #expect(server.openings.count == 2)
    }

    @Test func `an invalid query is reported to its observer`() async throws {
        let server = ScriptedServer([])
        let reference = try reference(server)
        observe(reference.child("a.b"), .value)
        #expect(await recorder.take(1) == ["cancelled invalidArgument"])
        observe(reference.root.child(".info/connected"), .value)
        #expect(await recorder.take(1) == ["cancelled unsupported"])
        #expect(server.openings.isEmpty)
    }

    @Test func `a lost connection is made again, and only what has changed is reported`() async throws {
        let (first, second) = (Feed(), Feed())
        let server = ScriptedServer([], streams: [.stream(first), .stream(second)])
        let reference = try reference(server)
        for type in [DataEventType.childAdded, .childChanged, .childRemoved] { observe(reference, type) }
        first.put("/", #"{"a":1,"b":2,"c":3}"#)
        _ = await recorder.take(3)
        second.put("/", #"{"b":2,"c":4,"d":5}"#)
        first.fail(.connectionLost)
        #expect(
            await recorder.take(3) == [
                "childRemoved a 1", "childAdded d after c 5", "childChanged c after b 4",
            ])
    }

    @Test func `no number of failures ends observing`() async throws {
        let feed = Feed()
        let failures = Array(repeating: ScriptedServer.Opening.answer(.failure(.connectionLost)), count: 10)
        let server = ScriptedServer([], streams: failures + [.stream(feed)])
        let reference = try reference(server)
        observe(reference, .value)
        feed.put("/", "1")
        #expect(await recorder.take(1) == ["value r 1"])
        #expect(server.openings.count == 11)
    }
}
