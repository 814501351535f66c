import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Requests that a database has recorded")
struct RecordedDatabaseRequestTests {
    private static let rules = #"""
        {"rules": {"chats": {"$chat": {
            ".indexOn": "at",
            ".read": "query.limitToLast <= 5 && root.child('members/' + $chat + '/' + auth.uid).exists()",
            "$message": {
              ".write": "newData.exists() && root.child('members/' + $chat + '/' + auth.uid).exists()",
              "at": {".validate": "newData.val() === now"}
            }
        }}}}
        """#

    private func send(to database: TestDatabase) async throws {
        let members = (0..<50).map { #""user\#($0)": true"# }.joined(separator: ", ")
        try await database.put("/.json", #"{"members": {"c1": {\#(members), "zoe": true}}}"#, owner)
        try await database.put("/.settings/rules.json", Self.rules, owner)
        for user in ["zoe", "eve"] {
            let auth = "auth=" + token(#"{"sub":"\#(user)","level":3}"#)
            try await database.patch(
                "/chats/c1.json?\(auth)",
                #"{"m1/at": {".sv": "timestamp"}, "m2": {"text": "x", ".priority": 2}}"#)
            for limit in [5, 6] {
                _ = try await database.get(
                    "/chats/c1.json?orderBy=%22at%22&startAt=1&limitToLast=\(limit)&\(auth)")
            }
        }
        _ = try await database.get("/chats/c1.json")
    }

    private func recorded(_ database: TestDatabase) async throws -> [RecordedDatabaseRequest] {
        try RecordedDatabaseRequest.decode(
            Array(try await database.get("/.inspect/requests.json", owner).utf8))
    }

    @Test func `each is decided again as it was, from what is served alone`() async throws {
        let database = TestDatabase()
        try await send(to: database)
        let requests = try await recorded(database)
        #expect(requests.map(\.isAllowed) == [true, true, false, false, false, false, false])
        let rules = try DatabaseRuleset(Self.rules, name: "rules")
        for request in requests {
            let decision = rules.decide(request.request, isTraced: false)
            #expect(decision.isAllowed == request.isAllowed, "\(request.number)")
        }
    }

    @Test func `the data has the first children of each node, and those that the request names`() async throws
    {
        let database = TestDatabase()
        try await send(to: database)
        let requests = try await recorded(database)
        let members = try DatabasePath("/members/c1")
        #expect(requests[0].request.root.value(at: members).children.map(\.key.string).contains("zoe"))
        #expect(requests[0].request.root.value(at: members).children.count == 21)
        #expect(requests.last?.request.root.value(at: members).children.count == 20)
    }

    @Test func `only administrators read them`() async throws {
        let database = TestDatabase()
        try await send(to: database)
        #expect(try await database.get("/.inspect/requests.json").contains("error"))
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"requests": [{}]}"#, #"{"requests": [{"number": 1, "time": 1}]}"#,
        #"{"requests": [{"number": 1, "time": 1, "write": {"a.b": 1}}]}"#,
    ])
    func `a text that is not such a list is refused`(text: String) {
        #expect(throws: DataProblem.self) { try RecordedDatabaseRequest.decode(Array(text.utf8)) }
    }
}
