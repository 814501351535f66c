import RealtimeDatabaseModel
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Whole databases")
struct WholeDatabaseTests {
    private static func content(_ namespace: String, _ json: String) -> DatabaseEmulator.Content {
        DatabaseEmulator.Content(namespace: namespace, json: Array(json.utf8))
    }

    private func contents(_ database: TestDatabase) -> [String] {
        database.emulator.contents.map { "\($0.namespace) \(String(decoding: $0.json, as: UTF8.self))" }
    }

    @Test func `those with data come by name, and without lists`() async throws {
        let database = TestDatabase()
        try await database.put("/list.json?ns=two", #"["a", "b"]"#)
        try await database.put("/.json?ns=one", "true")
        _ = try await database.get("/.json?ns=empty")
        #expect(contents(database) == ["one true", #"two {"list":{"0":"a","1":"b"}}"#])
    }

    @Test func `data is replaced whatever the rules say`() async throws {
        let database = TestDatabase()
        try await database.put("/old.json?ns=one", "1")
        _ = database.emulator.setRules(#"{"rules": {".read": true, ".write": false}}"#, namespace: "one")
        try database.emulator.replace([Self.content("one", #"{"new": 2}"#), Self.content("two", "null")])
        #expect(try await database.get("/.json?ns=one") == #"{"new":2}"#)
        #expect(contents(database) == [#"one {"new":2}"#])
    }

    @Test(arguments: [
        ("{", "it is not JSON"), (#"{"a.b": 1}"#, "a.b"), (#"{"a": {".sv": "timestamp"}}"#, ".sv"),
    ])
    func `one that cannot hold its data leaves all as they were`(json: String, reason: String) throws {
        let database = TestDatabase()
        let problem = #expect(throws: DatabaseEmulator.ImportProblem.self) {
            try database.emulator.replace([Self.content("one", "1"), Self.content("two", json)])
        }
        #expect(problem?.namespace == "two")
        #expect(problem?.problem.reason.contains(reason) == true, "\(problem?.problem.reason ?? "")")
        #expect(contents(database).isEmpty)
    }

    @Test func `a name that no database can have is refused`() {
        let database = TestDatabase()
        let problem = #expect(throws: DatabaseEmulator.ImportProblem.self) {
            try database.emulator.replace([Self.content("../x", "1")])
        }
        #expect(problem?.problem.reason == "a database cannot have this name")
    }
}
