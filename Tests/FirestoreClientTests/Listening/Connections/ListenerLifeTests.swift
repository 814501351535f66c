import FirestoreClient
import FirestoreRPC
import Foundation
import Synchronization
import TestSupport
import Testing

/// Listeners come, go and share a stream; servers come back with other data.
@Suite(.timeLimit(.minutes(1)))
struct ListenerLifeTests {
    private static let session: [ListenResponse] = [
        .add(2), .put("a", 1), .put("b", 2), .current(5), .boundary(5),
    ]

    /// A server with one session, and then with another.
    private static func server(then resumed: [ListenResponse] = []) -> ScriptedChannel {
        ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            if request.query["SID"] != "s0" {
                return .body(ScriptedChannel.frames(resumed, from: request.acknowledged + 1), .open)
            }
            if request.acknowledged > 0 { return .text("", status: 400) }
            return .body(ScriptedChannel.frames(session), .open)
        }
    }

    private func changes(_ snapshot: QuerySnapshot) -> [String] {
        snapshot.documentChanges.map { "\($0.type) \($0.document.documentID)" }
    }

    // MARK: Coming and going

    @Test func `the first listener opens a session, and the last one ends it`() async throws {
        let channel = ListenerLifeTests.server()
        let db = try makeFirestore(channel, clock: PacedClock())
        let listener = Listener(db.collection("c").snapshots)
        #expect(try await listener.next().words == "a=1 b=2")
        #expect(channel.requests(.handshake).count == 1)
        #expect(channel.requests(.terminate).isEmpty)
        listener.cancel()
        #expect(try await listener.failure().code == .cancelled)
        await channel.until(.terminate, 1)
        #expect(channel.requests(.terminate).first?.query["SID"] == "s0")
        // Another one begins anew.
        let next = Listener(db.collection("c").snapshots)
        await channel.until(.handshake, 2)
        #expect(channel.requests(.handshake).last?.asked == ["+2"])
        next.cancel()
    }

    @Test func `one of several listeners goes with its target`() async throws {
        let channel = ListenerLifeTests.server()
        let db = try makeFirestore(channel, clock: PacedClock())
        let listener = Listener(db.collection("c").snapshots)
        #expect(try await listener.next().words == "a=1 b=2")
        let other = Listener(db.collection("d").snapshots)
        await channel.until(.forward, 1)
        other.cancel()
        await channel.until(.forward, 2)
        #expect(channel.requests(.forward).map(\.asked) == [["+4"], ["-4"]])
        #expect(channel.requests(.forward).map(\.form["ofs"]) == ["1", "2"])
        channel.push(ScriptedChannel.frames([.end(4, nil), .put("a", 3), .boundary(6)], from: 6))
        #expect(try await listener.next().words == "a=3 b=2")
    }

    @Test func `listeners of the same query share its target, and the first to go leaves it`() async throws {
        let channel = ListenerLifeTests.server()
        let db = try makeFirestore(channel, clock: PacedClock())
        let first = Listener(db.collection("c").snapshots)
        #expect(try await first.next().words == "a=1 b=2")
        let second = Listener(db.collection("c").snapshots)
        let joined = try await second.next()
        #expect(joined.words == "a=1 b=2")
        #expect(changes(joined) == ["added a", "added b"])
        #expect(joined.readTime == Watching.time(5))
        first.cancel()
        #expect(try await first.failure().code == .cancelled)
        channel.push(ScriptedChannel.frames([.delete("a"), .boundary(6)], from: 6))
        #expect(try await second.next().words == "b=2")
        #expect(channel.requests(.forward).isEmpty)
        #expect(db.usage.documentsRead == 2)
    }

    @Test func `a listener that joins during a change gets what the others have`() async throws {
        let channel = ListenerLifeTests.server()
        let db = try makeFirestore(channel, clock: PacedClock())
        let first = Listener(db.collection("c").snapshots)
        #expect(try await first.next().words == "a=1 b=2")
        channel.push(ScriptedChannel.frames([.put("a", 3), .delete("b")], from: 6))
        while db.usage.documentsRead < 3 { await Task.yield() }
        let second = Listener(db.collection("c").snapshots)
        #expect(try await second.next().words == "a=1 b=2")
        channel.push(ScriptedChannel.frames([.boundary(6)], from: 8))
        #expect(try await first.next().words == "a=3")
        #expect(try await second.next().words == "a=3")
    }

    @Test func `ending the client ends its listeners and the session, and refuses further ones`() async throws
    {
        let channel = ListenerLifeTests.server()
        let db = try makeFirestore(channel, clock: PacedClock())
        let first = Listener(db.collection("c").snapshots)
        #expect(try await first.next().words == "a=1 b=2")
        let second = Listener(db.collection("d").snapshots)
        await channel.until(.forward, 1)
        try await db.terminate()
        for listener in [first, second] {
            #expect(try await listener.failure().code == .failedPrecondition)
        }
        await channel.until(.terminate, 1)
        #expect(channel.requests(.terminate).first?.query["SID"] == "s0")
        let late = Listener(db.collection("c").snapshots)
        #expect(try await late.failure().code == .failedPrecondition)
        #expect(channel.requests(.handshake).count == 1)
    }

    @Test func `more targets than a stream may have take another stream`() async throws {
        let channel = ScriptedChannel { _ in nil }
        let db = try makeFirestore(channel, clock: PacedClock())
        let listeners = (0...500).map { Listener(db.collection("c\($0)").snapshots) }
        await channel.until(.handshake, 2)
        var asked = 0
        while asked < listeners.count {
            asked = (channel.requests(.handshake) + channel.requests(.forward)).reduce(0) {
                $0 + $1.asked.count
            }
            await Task.yield()
        }
        #expect(channel.requests(.handshake).count == 2)
        try await db.terminate()
        await channel.until(.terminate, 2)
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `however listeners come and go, the server watches what the rest of them want`(
        _ seed: UInt64
    ) async throws {
        // The documents that each session watches, by the numbers of their targets.
        let watched = Mutex<[String: Set<String>]>([:])
        let channel = ScriptedChannel { request in
            let session = request.query["SID"] ?? "s\(request.number)"
            watched.withLock { watched in
                if request.kind == .terminate { watched[session] = nil }
                for word in request.asked {
                    let id = String(word.dropFirst())
                    if word.hasPrefix("+") {
                        watched[session, default: []].insert(id)
                    } else {
                        watched[session]?.remove(id)
                    }
                }
            }
            return nil
        }
        var generator = SeededGenerator(seed: seed)
        let db = try makeFirestore(channel, clock: PacedClock())
        var listeners: [(name: String, listener: Listener)] = []
        for _ in 0..<80 {
            if generator.oneIn(2) || listeners.isEmpty {
                let name = "c\(generator.int(0...6))"
                listeners.append((name, Listener(db.collection(name).snapshots)))
            } else {
                listeners.remove(at: generator.int(0...listeners.count - 1)).listener.cancel()
            }
            for _ in 0..<generator.int(0...20) { await Task.yield() }
        }
        let wanted = Set(listeners.map(\.name)).count
        while watched.withLock({ $0.values.reduce(0) { $0 + $1.count } }) != wanted { await Task.yield() }
        for (_, listener) in listeners { listener.cancel() }
        while watched.withLock({ $0.values.contains { !$0.isEmpty } }) { await Task.yield() }
    }

    @Test func `a query that cannot be sent fails at once`() async throws {
        let channel = ListenerLifeTests.server()
        let db = try makeFirestore(channel, clock: PacedClock())
        let listener = Listener(db.collection("c").whereField("n", in: []).snapshots)
        #expect(try await listener.failure().code == .invalidArgument)
        #expect(channel.requests(.handshake).isEmpty)
    }

    // MARK: Other data

    @Test func `a server that comes back with other data leads to what it has now`() async throws {
        let channel = ListenerLifeTests.server(then: [
            .add(2), .reset(), .put("b", 2), .put("z", 9), .current(7), .boundary(7),
        ])
        let listener = Listener(try makeFirestore(channel, clock: PacedClock()).collection("c").snapshots)
        #expect(try await listener.next().words == "a=1 b=2")
        channel.end(.broken)
        let next = try await listener.next()
        #expect(next.words == "b=2 z=9")
        #expect(changes(next) == ["removed a", "added z"])
        #expect(channel.requests(.handshake).map(\.asked) == [["+2"], ["+2 from t5 with 2"]])
    }

    @Test func `a filter of names removes what was deleted meanwhile`() async throws {
        let channel = ListenerLifeTests.server(then: [
            .add(2), .boundary(5), .counted(1, names: ["b"]), .current(7), .boundary(7),
        ])
        let listener = Listener(try makeFirestore(channel, clock: PacedClock()).collection("c").snapshots)
        #expect(try await listener.next().words == "a=1 b=2")
        channel.end(.broken)
        let next = try await listener.next()
        #expect(next.words == "b=2")
        #expect(changes(next) == ["removed a"])
        #expect(channel.requests(.forward).isEmpty)
    }

    @Test func `a filter without names makes the target begin anew`() async throws {
        let channel = ListenerLifeTests.server(then: [
            .add(2), .boundary(5), .counted(1), .current(7), .boundary(7),
        ])
        let listener = Listener(try makeFirestore(channel, clock: PacedClock()).collection("c").snapshots)
        #expect(try await listener.next().words == "a=1 b=2")
        channel.end(.broken)
        await channel.until(.forward, 1)
        #expect(channel.requests(.forward).map(\.asked) == [["-2", "+4"]])
        channel.push(
            ScriptedChannel.frames(
                [.end(2, nil), .add(4), .put("b", 2, in: [4]), .current(8, 4), .boundary(8)], from: 6))
        let next = try await listener.next()
        #expect(next.words == "b=2")
        #expect(changes(next) == ["removed a"])
    }

    // MARK: Losses

    @Test func `only listeners that want metadata hear that a connection is lost, and that it is back`()
        async throws
    {
        let isDown = Mutex(false)
        let channel = ScriptedChannel { request in
            if isDown.withLock({ $0 }) { return .failure(.unreachable) }
            guard request.kind == .back else { return nil }
            if request.query["SID"] == "s0" {
                return request.acknowledged > 0
                    ? .text("", status: 400) : .body(ScriptedChannel.frames(ListenerLifeTests.session), .open)
            }
            return .body(ScriptedChannel.frames([.add(2), .boundary(5), .current(9), .boundary(9)]), .open)
        }
        let db = try makeFirestore(channel, clock: PacedClock())
        let all = Listener(db.collection("c").snapshots(includeMetadataChanges: true))
        let some = Listener(db.collection("c").snapshots)
        #expect(try await all.next().words == "a=1 b=2")
        #expect(try await some.next().words == "a=1 b=2")
        isDown.withLock { $0 = true }
        channel.end(.broken)
        let lost = try await all.next()
        #expect(lost.metadata.isFromCache)
        #expect(lost.words == "a=1 b=2")
        #expect(lost.documentChanges.isEmpty)
        isDown.withLock { $0 = false }
        let back = try await all.next()
        #expect(!back.metadata.isFromCache)
        #expect(back.documentChanges.isEmpty)
        channel.push(ScriptedChannel.frames([.put("a", 3), .boundary(10)], from: 5))
        #expect(try await all.next().words == "a=3 b=2")
        // The other one hears only of documents.
        let next = try await some.next()
        #expect(next.words == "a=3 b=2")
        #expect(changes(next) == ["modified a"])
    }

    // MARK: Handlers

    @Test func `a handler hears snapshots, and once the error that ends them`() async throws {
        let channel = ListenerLifeTests.server()
        let db = try makeFirestore(channel, clock: PacedClock())
        let settings = db.settings
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        db.settings = settings
        let (heard, continuation) = AsyncStream.makeStream(of: String.self)
        db.document("c/a").addSnapshotListener { snapshot, error in
            continuation.yield(snapshot.map { "\($0.get("n") as? Int ?? -1)" } ?? "\(error == nil)")
        }
        var words = heard.makeAsyncIterator()
        #expect(await words.next() == "1")
        channel.push(ScriptedChannel.frames([.end(2, .permissionDenied)], from: 6))
        #expect(await words.next() == "false")
        await channel.until(.terminate, 1)
    }

    @Test func `listening to the cache fails, because there is no cache`() async throws {
        let db = try makeFirestore(ListenerLifeTests.server(), clock: PacedClock())
        let settings = db.settings
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        db.settings = settings
        let error = await withCheckedContinuation { done in
            db.collection("c").addSnapshotListener(options: SnapshotListenOptions().withSource(.cache)) {
                _, error in
                done.resume(returning: error)
            }
        }
        #expect((error as? FirestoreError)?.code == .unavailable)
    }
}
