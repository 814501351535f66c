import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Paths of a Realtime Database")
struct DatabasePathTests {
    @Test func `slashes too many count for nothing`() throws {
        #expect(try DatabasePath("/a//b/").keys.map(\.string) == ["a", "b"])
        #expect(try DatabasePath("") == .root && DatabasePath("//") == .root)
        #expect(try DatabasePath("a/b").description == "/a/b")
        #expect(DatabasePath.root.description == "/")
    }

    @Test(arguments: ["a.b", "a/$b", "a/#", "[", "a/]", "a/\u{1}"])
    func `a path with what is no key is refused, and names it`(text: String) {
        #expect(problem { () throws(DataProblem) in try DatabasePath(text) }?.contains(text) == true)
    }

    @Test func `a path contains itself and what is below it`() throws {
        let path = try DatabasePath("a/b")
        #expect(try path.contains(path) && path.contains(DatabasePath("a/b/c")))
        #expect(DatabasePath.root.contains(path))
        for other in ["a", "a/bc", "b/b", ""] { #expect(!path.contains(try DatabasePath(other))) }
    }

    @Test func `the way below a path leads back`() throws {
        let (path, below) = (try DatabasePath("a/b"), try DatabasePath("a/b/c/d"))
        let relative = try #require(path.relative(below))
        #expect(relative.description == "/c/d" && path.appending(relative) == below)
        #expect(path.relative(path) == .root)
        #expect(below.relative(path) == nil)
    }

    @Test func `every path but the root has a parent and a last key`() throws {
        let path = try DatabasePath("a/b")
        #expect(path.parent == DatabasePath([DataKey("a")]) && path.lastKey == "b")
        #expect(DatabasePath.root.parent == nil && DatabasePath.root.lastKey == nil)
        #expect(path.parent?.appending("b") == path)
    }
}
