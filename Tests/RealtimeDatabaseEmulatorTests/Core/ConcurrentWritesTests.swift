import RealtimeDatabaseModel
import TestSupport
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Many who write at once", .timeLimit(.minutes(2)))
struct ConcurrentWritesTests {
    @Test(arguments: SeededGenerator.seeds(6))
    func `streams tell all commits in order, and end with what is there`(seed: UInt64) async throws {
        let database = TestDatabase(DatabaseEmulatorConfiguration(maximumLag: 100_000))
        let instance = database.instance
        let paths = ["/.json", "/a.json", "/b/c.json", "/a.json?orderBy=%22$key%22&limitToLast=2"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for path in paths {
                let stream = try #require(await database.listen(to: path))
                group.addTask {
                    var node = DataNode.null
                    while let event = await stream.next() {
                        if event == .put(DatabasePath([DataKey("a"), DataKey("end")]), .boolean(true)) {
                            break
                        }
                        event.apply(to: &node)
                        if node.child("end") == .boolean(true)
                            || node.child("a").child("end") == .boolean(true)
                        {
                            break
                        }
                        if path == "/b/c.json", node.child("end") == .number(1) { break }
                    }
                    let target = try RequestTarget(path)
                    let root = instance.root.value(at: try DatabasePath(target.resource ?? ""))
                    let query = try DataQuery(parameters: target.parameters.map { ($0.name, $0.value) })
                    #expect(node == query?.result(in: root) ?? root, "seed \(seed), \(path)")
                }
            }
            await withTaskGroup(of: Void.self) { writers in
                for writer in 0..<8 {
                    writers.addTask {
                        var generator = SeededGenerator(seed: seed &+ UInt64(writer) &* 977)
                        for _ in 0..<100 {
                            _ = try? instance.write(generator.write())
                            if generator.oneIn(4) { await Task.yield() }
                        }
                    }
                }
            }
            // The last commit, which all of them see.
            try await database.put("/.json", #"{"a": {"end": true}, "b": {"c": {"end": true}}}"#)
            try await group.waitForAll()
        }
    }

    @Test func `no step of a count is lost`() async throws {
        let database = TestDatabase()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 { try await database.put("/n.json", #"{".sv": {"increment": 1}}"#) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.get("/n.json") == "400")
    }

    @Test func `a PATCH is seen as a whole or not at all`() async throws {
        let database = TestDatabase()
        try await database.patch("/.json", #"{"x/n": 0, "y/n": 0}"#)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 1...200 {
                    try await database.patch("/.json", "{\"x/n\": \(number), \"y/n\": \(number)}")
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<200 {
                        let root = database.instance.root
                        #expect(root.child("x") == root.child("y"))
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

extension TestDatabase {
    /// Listens as a request to a path does.
    fileprivate func listen(to path: String) async throws -> Subscription? {
        let target = try RequestTarget(path)
        return try instance.listen(
            to: try DatabasePath(target.resource ?? ""),
            try DataQuery(parameters: target.parameters.map { ($0.name, $0.value) }), by: .anonymous)
    }
}
