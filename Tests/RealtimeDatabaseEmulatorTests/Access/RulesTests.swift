import EmulatorAccess
import HTTPTransport
import HTTPTypes
import RealtimeDatabaseEmulator
import Synchronization
import Testing

@Suite("Rules over REST")
struct RulesTests {
    private static let rules = #"""
        {
          // Who is who.
          "rules": {
            "users": {
              "$uid": {
                ".read": "auth.uid == $uid",
                ".write": "auth.uid == $uid",
                "age": { ".validate": "newData.isNumber()" }
              }
            },
            "public": { ".read": true, ".indexOn": ["height", ".value"] },
            "admins": { ".read": "auth.token.admin == true", ".write": "auth.admin == true" }
          }
        }
        """#
    private static let denied = #"{"error":"Permission denied"}"#
    private let bob = "auth=" + token(#"{"sub":"bob"}"#)

    private func database(_ configuration: DatabaseEmulatorConfiguration = .init()) async throws
        -> TestDatabase
    {
        let database = TestDatabase(configuration)
        #expect(try await database.put("/.settings/rules.json", Self.rules, owner).status == 200)
        try await database.put(
            "/.json", #"{"users": {"bob": {"age": 7}}, "public": {"a": {"height": 1}}}"#, owner)
        return database
    }

    @Test func `rules decide who reads`() async throws {
        let database = try await database()
        #expect(try await database.get("/users/bob.json?\(bob)") == #"{"age":7}"#)
        #expect(try await database.get("/users/bob/age.json?\(bob)") == "7")
        #expect(try await database.get("/public.json") == #"{"a":{"height":1}}"#)
        for path in [
            "/users/bob.json", "/users/ann.json?\(bob)", "/users.json?\(bob)", "/.json?\(bob)", "/x.json",
        ] {
            let answer = try await database.send(.get, path)
            #expect(answer.status == 401 && answer.text == Self.denied, "\(path)")
        }
        #expect(try await database.send(.get, "/.json?shallow=true").status == 401)
    }

    @Test func `rules decide who writes, and what`() async throws {
        let database = try await database()
        #expect(try await database.put("/users/bob/age.json?\(bob)", "8").status == 200)
        #expect(
            try await database.patch("/users.json?\(bob)", #"{"bob/age": 9, "bob/name": "Bob"}"#).status
                == 200)
        #expect(try await database.put("/users/bob/age.json?\(bob)", #""old""#).text == Self.denied)
        #expect(try await database.put("/users/ann/age.json?\(bob)", "8").text == Self.denied)
        #expect(
            try await database.patch("/users.json?\(bob)", #"{"bob/age": 1, "ann/age": 2}"#).status == 401)
        #expect(try await database.send(.post, "/users/ann.json?\(bob)", "1").status == 401)
        #expect(try await database.send(.delete, "/users/bob.json").status == 401)
        #expect(try await database.get("/users.json", owner) == #"{"bob":{"age":9,"name":"Bob"}}"#)
        #expect(try await database.send(.delete, "/users/bob.json?\(bob)").status == 200)
    }

    @Test func `a refused write does not reveal what is there`() async throws {
        let answer = try await database().put("/users/bob/age.json", "8", [.ifMatch: "x"])
        #expect(answer.status == 401 && answer.headers[.eTag] == nil)
    }

    @Test func `an administrator may be bound like somebody else`() async throws {
        let database = try await database()
        func override(_ auth: String) -> String { "auth_variable_override=" + auth.encoded }
        #expect(
            try await database.get("/users/bob.json?" + override(#"{"uid":"bob"}"#), owner) == #"{"age":7}"#)
        #expect(try await database.send(.get, "/users/bob.json?" + override("null"), "", owner).status == 401)
        #expect(
            try await database.put("/admins.json?" + override(#"{"uid":"x","admin":true}"#), "1", owner)
                .status == 200)
        #expect(try await database.get("/admins.json?auth=" + token(#"{"sub":"x","admin":true}"#)) == "1")
    }

    @Test func `queries need an index as soon as there are rules`() async throws {
        let database = try await database()
        let height = "orderBy=%22height%22"
        let found = try await database.send(.get, "/public.json?\(height)&equalTo=1")
        #expect(found.text == #"{"a":{"height":1}}"#)
        #expect(try await database.send(.get, "/public.json?orderBy=%22$value%22").status == 200)
        #expect(try await database.send(.get, "/public.json?orderBy=%22$key%22").status == 200)
        let missing = try await database.send(.get, "/public.json?orderBy=%22weight%22")
        #expect(missing.status == 400)
        #expect(
            missing.text
                == #"{"error":"Index not defined, add \".indexOn\": \"weight\", for path \"/public\", to the rules"}"#
        )
        #expect(
            try await database.get("/x.json?orderBy=%22$value%22").contains(
                #"add \".indexOn\": \".value\", for path \"/x\""#))
        #expect(try await database.send(.get, "/x.json?\(height)", "", owner).status == 400)
        #expect(try await database.open("/public.json?orderBy=%22weight%22").status == 400)
    }

    @Test func `without rules queries need none, but are warned of it`() async throws {
        let warning = try #require(HTTPField.Name("Warning"))
        let database = TestDatabase()
        let answer = try await database.send(.get, "/a.json?orderBy=%22height%22")
        #expect(answer.status == 200 && answer.headers[warning]?.contains(".indexOn") == true)
        #expect(try await database.send(.get, "/a.json?orderBy=%22$key%22").headers[warning] == nil)
        #expect(try await database.send(.get, "/a.json").headers[warning] == nil)
    }

    @Test(arguments: [
        #"{"rules": {".read": "auth != nul"}}"#, #"{"rules": {".read": 1}}"#, "{", "", #"{"rules": {"#,
        #"{"rules": {".read": "true"}"#,
    ])
    func `rules with errors are refused, and those before stay`(rules: String) async throws {
        let database = try await database()
        let answer = try await database.put("/.settings/rules.json", rules, owner)
        #expect(answer.status == 400)
        #expect(answer.text.firstMatch(of: /^\{"error":"\d+:\d+: .+\\n"\}$/) != nil, "\(answer.text)")
        #expect(try await database.get("/.settings/rules.json", owner) == Self.rules)
        #expect(
            database.emulator.setRules(rules, namespace: "demo-default-rtdb").first?.wholeMatch(
                of: /\d+:\d+: .+/) != nil)
        #expect(try await database.send(.get, "/.json").status == 401)
    }

    @Test func `rules are those of one database`() async throws {
        let database = try await database()
        #expect(try await database.put("/a.json?ns=other", "1").status == 200)
        #expect(database.emulator.setRules(nil, namespace: "demo-default-rtdb").isEmpty)
        #expect(try await database.put("/a.json", "1").status == 200)
    }

    @Test func `decisions are remembered, and explained`() async throws {
        let told = Mutex<[Bool]>([])
        let database = try await database(
            DatabaseEmulatorConfiguration(onDecision: { decision in
                told.withLock { $0.append(decision.isAllowed) }
            }))
        #expect(try await database.get("/.inspect/decisions.json", owner) == #"{"decisions":[]}"#)
        _ = try await database.get("/public.json")
        try await database.put("/users/ann/age.json?\(bob)", "8")
        let all = try await database.get("/.inspect/decisions.json", owner)
        #expect(all.contains(#""number":1"#) && all.contains(#""headline":"ALLOWED read /public as nobody""#))
        #expect(all.contains(#""number":2"#) && all.contains("DENIED write /users/ann/age as bob"))
        for parameters in ["after=1", "denied=true", "limit=1"] {
            let some = try await database.get("/.inspect/decisions.json?\(parameters)", owner)
            #expect(!some.contains(#""number":1,"#) && some.contains(#""number":2,"#))
        }
        let text = try await database.get("/.inspect/decisions.json?format=text&denied=true", owner)
        #expect(text.contains("#2 ") && text.contains("auth.uid == $uid"))
        #expect(told.withLock(\.self) == [true, false])
        #expect(
            database.emulator.recentDecisions(namespace: "demo-default-rtdb").map(\.isAllowed) == [
                true, false,
            ])
        #expect(try await database.send(.get, "/.inspect/decisions.json").status == 401)
        #expect(try await database.send(.get, "/.inspect/decisions.json?after=x", "", owner).status == 400)
    }

    @Test func `a refusal tells under which number it is explained`() async throws {
        let database = try await database()
        _ = try await database.get("/public.json")
        for (method, path) in [(HTTPRequest.Method.get, "/users/ann.json"), (.put, "/users/ann/age.json")] {
            let denied = try await database.send(method, "\(path)?\(bob)", "8")
            let number = try #require(denied.headers[.rulesDecision])
            let explained = try await database.get("/.inspect/decisions.json?number=\(number)", owner)
            #expect(explained.contains(#""number":\#(number),"#))
            #expect(explained.contains("/users/ann") && explained.contains(#""reason":"$uid in the path"#))
            #expect(!explained.contains("/public"))
        }
        let allowed = try await database.send(.get, "/users/bob.json?\(bob)")
        #expect(allowed.headers[.rulesDecision] == nil)
    }

    @Test func `reads in the background are left out where they are not wanted, unless they are denied`()
        async throws
    {
        let database = try await database(DatabaseEmulatorConfiguration(rememberedDecisions: 3))
        let background: HTTPFields = [.rulesLog: "background"]
        _ = try await database.get("/users/bob.json?\(bob)")
        for _ in 0..<9 { _ = try await database.get("/public.json", background) }
        _ = try await database.get("/users/ann.json?\(bob)", background)
        let told = try await database.get("/.inspect/decisions.json?background=false", owner)
        #expect(
            told.contains(#""number":1,"#) && told.contains(#""number":11,"#) && !told.contains("/public"))
        let all = try await database.get("/.inspect/decisions.json", owner)
        #expect(all.contains("/public") && all.contains(#""background":true"#))
    }

    @Test func `of many decisions the denials stay longer`() async throws {
        let database = try await database(DatabaseEmulatorConfiguration(rememberedDecisions: 3))
        _ = try await database.get("/x.json")
        for _ in 0..<9 { _ = try await database.get("/public.json") }
        #expect(
            database.emulator.recentDecisions(namespace: "demo-default-rtdb").map(\.number) == [1, 8, 9, 10])
    }
}
