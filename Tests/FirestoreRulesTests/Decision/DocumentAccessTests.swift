import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("get() and its like")
struct DocumentAccessTests {
    @Test func `another document decides`() throws {
        let probe = try RulesProbe(
            condition: "request.auth.uid in get(/databases/$(database)/documents/rooms/r1).data.members"
        ).storing("rooms/r1", ["members": ["bob"]])
        #expect(probe.signedIn(as: "bob").denial(.get("c/a")) == nil)
        #expect(
            probe.signedIn(as: "eve").denial(.get("c/a"))
                == "\nevaluation error at L3:31 for 'get' @ L3, false for 'get' @ L3")
    }

    @Test func `a missing document is null`() throws {
        let probe = try RulesProbe(condition: "get(/databases/$(database)/documents/rooms/r1) == null")
        #expect(probe.denial(.get("c/a")) == nil)
        #expect(probe.storing("rooms/r1", [:]).denial(.get("c/a")) != nil)
    }

    @Test func `after the commit there is what the commit writes`() throws {
        let probe = try RulesProbe(
            """
            match /c/{id} { allow create: if getAfter(/databases/$(database)/documents/d/x).data.n == 1
              && !exists(/databases/$(database)/documents/d/x); }
            match /d/{id} { allow create; }
            """)
        #expect(probe.denial(.set("c/a", [:]), .set("d/x", ["n": 1]), after: ["d/x": ["n": 1]]) == nil)
        #expect(probe.denial(.set("c/a", [:])) != nil)
    }

    @Test func `ten documents may be looked at, and the same one again`() throws {
        func condition(_ count: Int, distinct: Bool) -> String {
            (0..<count).map { "!exists(/databases/$(database)/documents/d/x\(distinct ? $0 : 0))" }
                .joined(separator: " && ")
        }
        #expect(try RulesProbe(condition: condition(10, distinct: true)).denial(.get("c/a")) == nil)
        #expect(try RulesProbe(condition: condition(20, distinct: false)).denial(.get("c/a")) == nil)
        let denial = try RulesProbe(condition: condition(11, distinct: true)).denial(.get("c/a"))
        #expect(denial?.contains("Service call error. Function: [exists], Argument: [path_value {") == true)
    }

    @Test(arguments: ["'c/a'", "null", "1"])
    func `only a path is looked up`(argument: String) throws {
        let denial = try RulesProbe(condition: "exists(\(argument))").denial(.get("c/a"))
        #expect(denial?.contains("Expected: exists(path).") == true)
    }

    @Test(arguments: [
        "/databases/other/documents/a/b", "/databases/$(database)/documents/a", "/a/b",
        "/databases/$(database)/documents",
    ])
    func `a path that leads to no document of this database is refused`(path: String) throws {
        let denial = try RulesProbe(condition: "exists(\(path))").denial(.get("c/a"))
        #expect(denial?.contains("Service call error. Function: [exists]") == true)
    }
}
