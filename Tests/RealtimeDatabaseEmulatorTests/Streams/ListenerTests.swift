import CoreValues
import RealtimeDatabaseModel
import TestSupport
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("What listeners hear")
struct ListenerTests {
    private static let time = Timestamp(seconds: 1, nanoseconds: 0)

    /// Somebody who listens and puts together what is told.
    private struct Follower {
        let path: DatabasePath
        let query: DataQuery?
        let queue: EventQueue
        var node = DataNode.null

        func expected(of root: DataNode) -> DataNode {
            query?.result(in: root.value(at: path)) ?? root.value(at: path)
        }
    }

    @Test(arguments: SeededGenerator.seeds(30))
    func `the events, put together, are the data`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var state = DatabaseState(generator: SeededGenerator(seed: seed))
        var news = DatabaseNews()
        var followers: [Follower] = []
        for round in 0..<200 {
            if followers.count < 12, generator.oneIn(6) {
                let query = generator.oneIn(3) ? nil : generator.query()
                let path = generator.path(0...2)
                let queue = EventQueue(limit: LagLimit(events: 10_000, bytes: 1 << 30))
                let listener = Listener(path: path, query: query, caller: .anonymous, sink: queue)
                #expect(state.listen(listener, at: Self.time, &news) != nil)
                followers.append(Follower(path: path, query: query, queue: queue))
            }
            let before = state.root
            _ = try? state.write(generator.write(), at: Self.time, &news)
            for index in followers.indices {
                var follower = followers[index]
                // A first event and one of this commit, at most.
                for event in follower.queue.takeAll() {
                    let old = follower.node
                    event.apply(to: &follower.node)
                    #expect(
                        follower.node != old || event == .put(.root, .null)
                            || follower.expected(of: before) != old,
                        "seed \(seed), round \(round): \(event) tells nothing")
                }
                let (told, expected) = (follower.node.json, follower.expected(of: state.root).json)
                try #require(told == expected, "seed \(seed), round \(round): \(follower.path)")
                followers[index] = follower
            }
        }
        #expect(followers.count > 5)
    }

    @Test func `listeners elsewhere are not visited`() throws {
        var index = ListenerIndex()
        for (id, path) in ["", "a", "a/b", "a/b/c", "a/x", "z", "ab"].enumerated() {
            index.insert(id, at: try DatabasePath(path))
        }
        func ids(_ paths: String...) throws -> [Int] {
            try index.concerned(by: paths.map { DatabaseUpdate.Entry(try DatabasePath($0), .null) }).map(\.id)
        }
        #expect(try ids("a/b") == [0, 1, 2, 3])
        #expect(try ids("a/b/c/d/e") == [0, 1, 2, 3])
        #expect(try ids("") == [0, 1, 2, 3, 4, 5, 6])
        #expect(try ids("q/r") == [0])
        #expect(try ids("a/x", "z") == [0, 1, 4, 5])
        let entries = try #require(
            index.concerned(
                by: try ["a/x", "z", "a/b"].map { DatabaseUpdate.Entry(try DatabasePath($0), .null) }
            )
            .first { $0.id == 1 }?.entries)
        #expect(entries.map(\.path.description) == ["/a/x", "/a/b"])
        index.remove(2, at: try DatabasePath("a/b"))
        #expect(try ids("a/b") == [0, 1, 3])
        index.remove(3, at: try DatabasePath("a/b/c"))
        #expect(try ids("a/b") == [0, 1])
    }

    @Test func `a window looks at all children only when one of its own gives way`() throws {
        var query = DataQuery(order: .value)
        query.limit = .last(2)
        var window = QueryWindow(query, of: try node(#"{"a": 1, "b": 2, "c": 3}"#))
        #expect(window.node.json == #"{"b":2,"c":3}"#)
        // The node as a whole would tell something else: only the named children count.
        #expect(window.update(["d"], of: try node(#"{"d": 4, "z": 9}"#)) == ["b", "d"])
        #expect(window.node.json == #"{"c":3,"d":4}"#)
        #expect(window.update(["a"], of: try node(#"{"a": 0, "z": 9}"#)) == [])
        #expect(window.update(["c"], of: try node(#"{"a": 0, "d": 4}"#)) == ["a", "c"])
        #expect(window.node.json == #"{"a":0,"d":4}"#)
    }
}

extension EventQueue {
    /// All that waits.
    fileprivate func takeAll() -> [StreamEvent] {
        var events: [StreamEvent] = []
        while let event = takeNow() { events.append(event) }
        return events
    }
}
