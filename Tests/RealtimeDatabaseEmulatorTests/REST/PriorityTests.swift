import HTTPTypes
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Priorities over REST")
struct PriorityTests {
    @Test func `a priority is written, read and removed`() async throws {
        let database = TestDatabase()
        try await database.put("/a.json", #"{".value":1,".priority":7}"#)
        #expect(try await database.get("/a.json") == "1")
        #expect(try await database.get("/a.json?format=export") == #"{".value":1,".priority":7}"#)
        try await database.put("/a/.priority.json", #""high""#)
        #expect(try await database.get("/a/.priority.json") == #""high""#)
        try await database.patch("/.json", #"{"a/.priority":3,"b/c":1}"#)
        #expect(
            try await database.get("/.json?format=export") == #"{"a":{".value":1,".priority":3},"b":{"c":1}}"#
        )
        try await database.send(.delete, "/a/.priority.json")
        #expect(try await database.get("/a.json?format=export") == "1")
    }

    @Test func `children are ordered by it`() async throws {
        let database = TestDatabase()
        try await database.put(
            "/l.json", #"{"a":{".value":1,".priority":3},"b":{".value":2,".priority":1},"c":3}"#)
        let query = "/l.json?orderBy=\("\"$priority\"".encoded)&startAt=1&limitToFirst=1"
        #expect(try await database.get(query) == #"{"b":2}"#)
    }

    @Test func `rules see it, and a write of it alone is a write of the node`() async throws {
        let database = TestDatabase()
        let rules = """
            {"rules": {"$x": {".read": true, ".write": true, ".validate": "newData.getPriority() === now"}}}
            """
        database.emulator.setRules(rules, namespace: database.instance.namespace)
        #expect(try await database.put("/a.json", "1").status == 401)
        #expect(
            try await database.put("/a.json", #"{".value":1,".priority":{".sv":"timestamp"}}"#).status == 200)
        #expect(try await database.put("/a/.priority.json", "1").status == 401)
        #expect(try await database.put("/a/.priority.json", #"{".sv":"timestamp"}"#).status == 200)
    }

    @Test func `an impossible priority is refused`() async throws {
        let database = TestDatabase()
        try await database.put("/a.json", "1")
        for text in ["true", "[1]", #"{"a":1}"#] {
            let answer = try await database.put("/a/.priority.json", text)
            #expect(answer.status == 400 && answer.text.contains("a priority is a number or a text"))
        }
        #expect(try await database.put("/a/.priority/b.json", "1").status == 400)
        #expect(try await database.patch("/a/.priority.json", #"{"b":1}"#).status == 400)
        #expect(try await database.send(.post, "/a/.priority.json", "1").status == 400)
    }
}
