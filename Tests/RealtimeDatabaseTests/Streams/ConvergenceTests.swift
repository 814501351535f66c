import HTTPTransport
import RealtimeDatabase
import RealtimeDatabaseModel
import TestSupport
import Testing

/// Whatever happens to the connections, who listens ends up with the server's tree.
@Suite struct ConvergenceTests {
    @Test(arguments: SeededGenerator.seeds(40))
    func `random events, cut at random bytes over random connections, lead to the server's tree`(
        _ seed: UInt64
    ) async throws {
        var generator = SeededGenerator(seed: seed)
        var truth = generator.node(depth: 4)
        var feeds: [Feed] = []
        // Each connection begins with everything, goes on with changes, and breaks somewhere, perhaps within one.
        for connection in 0..<generator.int(1...6) {
            let feed = Feed()
            var bytes = StreamEvent.put(.root, truth).message.bytes
            for _ in 0..<generator.int(0...12) {
                let event = generator.event()
                event.apply(to: &truth)
                bytes += event.message.bytes
            }
            if connection > 0 || generator.oneIn(2) { bytes.removeLast(generator.int(0...bytes.count / 2)) }
            generator.send(bytes, to: feed)
            if generator.oneIn(2) { feed.end() } else { feed.fail(.connectionLost) }
            feeds.append(feed)
            // Something happens while there is no connection.
            if generator.oneIn(2) { generator.event().apply(to: &truth) }
        }
        let last = Feed()
        generator.send(StreamEvent.put(.root, truth).message.bytes, to: last)
        let server = ScriptedServer([], streams: (feeds + [last]).map { .stream($0) })
        let policy = RetryPolicy(maximumAttempts: 100, initialDelay: .zero)
        let database = try makeDatabase(server, retryPolicy: policy, clock: ManualClock())

        var changes = database.reference(withPath: "r").changes().makeAsyncIterator()
        var (before, isFirst) = (DataNode.null, true)
        while true {
            let change = try #require(try await changes.next())
            #expect((change.kind == .initial) == isFirst)
            #expect(isFirst || change.snapshot.node != before, "only what differs is told")
            (before, isFirst) = (change.snapshot.node, false)
            // Being slow is part of it.
            for _ in 0..<generator.int(0...5) { await Task.yield() }
            if change.snapshot.node == truth, server.openings.count == feeds.count + 1 { break }
        }
        #expect(before == truth)
    }
}

extension SeededGenerator {
    fileprivate mutating func event() -> StreamEvent {
        if oneIn(8) { return .keepAlive }
        if oneIn(2) { return .put(path(0...3), node(depth: 3)) }
        let paths = Set(list(1...3) { $0.path(1...1) })
        return .patch(path(0...2), paths.map { DatabaseUpdate.Entry($0, node(depth: 2)) })
    }

    fileprivate mutating func send(_ bytes: [UInt8], to feed: Feed) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(int(1...max(1, min(200, rest.count))))
            feed.send(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
    }
}
