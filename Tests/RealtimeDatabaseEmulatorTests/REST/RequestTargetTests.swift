import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Targets of requests")
struct RequestTargetTests {
    @Test func `a target has a path and parameters`() throws {
        let target = try RequestTarget("/a%20b.json?x=1&y=a+b%2B&x=%C3%A9&z&&=w#part?x=9")
        #expect(target.path == "/a b.json" && target.resource == "/a b")
        #expect(target["x"] == "é" && target["y"] == "a b+" && target["z"] == "" && target["w"] == nil)
    }

    @Test func `a path without its suffix is no resource`() throws {
        #expect(try RequestTarget("/%D8%80.json").resource == "/\u{600}")
        #expect(try RequestTarget("/a").resource == nil)
        #expect(try RequestTarget("/.json").resource == "/")
        #expect(try RequestTarget("").resource == nil)
    }
}
