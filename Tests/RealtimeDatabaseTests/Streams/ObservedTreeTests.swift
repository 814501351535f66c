import RealtimeDatabase
import RealtimeDatabaseModel
import Testing

@Suite struct ObservedTreeTests {
    private func put(_ path: String, _ json: String) throws -> StreamEvent {
        .put(try DatabasePath(path), try DataNode(json: Array(json.utf8)))
    }

    private func patch(_ path: String, _ entries: [(String, String)]) throws -> StreamEvent {
        var list: [DatabaseUpdate.Entry] = []
        for (path, json) in entries {
            list.append(DatabaseUpdate.Entry(try DatabasePath(path), try DataNode(json: Array(json.utf8))))
        }
        return .patch(try DatabasePath(path), list)
    }

    private func tree(_ json: String) throws -> ObservedTree {
        var tree = ObservedTree()
        _ = try tree.apply(put("/", json))
        _ = tree.take()
        return tree
    }

    @Test func `the first thing told is all that is there, be it nothing`() throws {
        for json in ["null", #"{"a":1}"#] {
            var tree = ObservedTree()
            #expect(tree.take() == nil)
            #expect(try tree.apply(put("/", json)))
            let change = tree.take()
            #expect(change?.kind == .initial)
            #expect(change?.path == .root)
            #expect(change?.node.json == json)
            #expect(tree.take() == nil)
        }
    }

    @Test func `each change tells its place and the whole`() throws {
        var tree = try tree(#"{"a":{"x":1}}"#)
        #expect(try tree.apply(put("/a/y", "2")))
        var change = tree.take()
        #expect(change?.kind == .put)
        #expect(change?.path.description == "/a/y")
        #expect(change?.node.json == #"{"a":{"x":1,"y":2}}"#)
        #expect(try tree.apply(patch("/a", [("x", "null"), ("z/w", "3")])))
        change = tree.take()
        #expect(change?.kind == .patch)
        #expect(change?.path.description == "/a")
        #expect(change?.node.json == #"{"a":{"y":2,"z":{"w":3}}}"#)
    }

    @Test func `what changes nothing is not told`() throws {
        var tree = try tree(#"{"a":{"x":1}}"#)
        #expect(try !tree.apply(put("/a", #"{"x":1}"#)))
        #expect(try !tree.apply(put("/b", "null")))
        #expect(try !tree.apply(patch("/", [("a/x", "1")])))
        #expect(try !tree.apply(.keepAlive))
        #expect(tree.take() == nil)
    }

    @Test func `changes that nobody has taken become one, at their common place`() throws {
        var tree = try tree("null")
        _ = try tree.apply(put("/a/b/c", "1"))
        _ = try tree.apply(put("/a/b/d", "2"))
        _ = try tree.apply(patch("/a/e", [("f", "3")]))
        let change = tree.take()
        #expect(change?.kind == .several)
        #expect(change?.path.description == "/a")
        #expect(change?.node.json == #"{"a":{"b":{"c":1,"d":2},"e":{"f":3}}}"#)
    }

    @Test func `who has heard nothing yet hears the beginning, as it has become`() throws {
        var tree = ObservedTree()
        _ = try tree.apply(put("/", "1"))
        _ = try tree.apply(put("/a", "2"))
        let change = tree.take()
        #expect(change?.kind == .initial)
        #expect(change?.path == .root)
        #expect(change?.node.json == #"{"a":2}"#)
    }

    @Test func `a new connection replaces everything, and reports only a difference`() throws {
        var tree = try tree(#"{"a":1}"#)
        tree.reconnect()
        #expect(try !tree.apply(put("/", #"{"a":1}"#)))
        tree.reconnect()
        #expect(try tree.apply(put("/", #"{"b":1}"#)))
        let change = tree.take()
        #expect(change?.kind == .resynchronized)
        #expect(change?.path == .root)
        #expect(change?.node.json == #"{"b":1}"#)
    }

    @Test func `a stream begins with everything`() throws {
        var tree = ObservedTree()
        #expect(throws: DataProblem.self) { try tree.apply(put("/a", "1")) }
        #expect(throws: DataProblem.self) { try tree.apply(patch("/", [("a", "1")])) }
        tree = try self.tree("1")
        tree.reconnect()
        #expect(throws: DataProblem.self) { try tree.apply(put("/a", "1")) }
    }

    @Test func `a path without end does not let the tree grow without end`() throws {
        var tree = try tree("null")
        let path = String(repeating: "/k", count: 100_000)
        #expect(throws: DataProblem.self) { try tree.apply(put(path, "1")) }
        #expect(throws: DataProblem.self) { try tree.apply(patch("/a", [(path, "1")])) }
        #expect(tree.take() == nil)
    }
}
