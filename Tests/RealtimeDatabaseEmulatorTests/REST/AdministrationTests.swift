import HTTPTypes
import JSONText
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Administration over REST")
struct AdministrationTests {
    private static let open = #"{"rules": {".read": true, ".write": true}} // open"#

    @Test func `rules come back as they were set`() async throws {
        let database = TestDatabase()
        let answer = try await database.put("/.settings/rules.json?ns=a", Self.open, owner)
        #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
        #expect(try await database.get("/.settings/rules.json?ns=a", owner) == Self.open)
        let others = try await database.get("/.settings/rules.json?ns=b", owner)
        #expect(others.contains(#"".read": true"#))
    }

    @Test func `strict rules are JSON without comments`() async throws {
        let database = TestDatabase()
        let rules = """
            {"rules": { /* all */ "a": {".read": "auth\n != null", // signed in
            ".indexOn": ["x", ".value"]}}}
            """
        #expect(try await database.put("/.settings/rules.json?format=strict", rules, owner).status == 200)
        let strict = try await database.get("/.settings/rules.json?format=strict", owner)
        let json = try JSONParser.parse(Array(strict.utf8))
        #expect(json["rules"]?["a"]?[".read"] == .string("auth\n != null"))
        #expect(json["rules"]?["a"]?[".indexOn"] == .array([.string("x"), .string(".value")]))
        let open = try await database.get("/.settings/rules.json?format=strict&ns=other", owner)
        #expect(try JSONParser.parse(Array(open.utf8))["rules"]?[".read"] == .boolean(true))
    }

    @Test(arguments: [
        "print=pretty", "format=strict", "format=export", "timeout=10s", "writeSizeLimit=unlimited",
        "debug=true",
        "download=a.json", "disableTriggers=true",
    ])
    func `parameters that clients send are accepted everywhere`(parameter: String) async throws {
        let database = TestDatabase()
        for path in ["/a.json", "/.json", "/.settings/rules.json", "/.inspect/databases.json"] {
            #expect(try await database.send(.get, "\(path)?\(parameter)", "", owner).status == 200)
        }
        #expect(try await database.put("/a.json?\(parameter)", "1", owner).status == 200)
        let rules = try await database.put("/.settings/rules.json?\(parameter)", Self.open, owner)
        #expect(rules.status == 200)
    }

    @Test func `databases that were named are reported`() async throws {
        let database = TestDatabase()
        #expect(try await database.get("/.inspect/databases.json?ns=x", owner) == "[]")
        try await database.put("/a.json?ns=two", "1")
        try await database.put("/a.json?ns=one", "1")
        #expect(
            try await database.get("/.inspect/databases.json", owner) == #"[{"name":"one"},{"name":"two"}]"#)
    }

    @Test func `a database can be removed`() async throws {
        let database = TestDatabase()
        try await database.put("/a.json?ns=one", "1")
        try await database.put("/a.json?ns=two", "2")
        #expect(try await database.send(.delete, "/.inspect/databases.json?ns=one", "", owner).status == 200)
        #expect(try await database.get("/.json?ns=one") == "null")
        #expect(try await database.get("/a.json?ns=two") == "2")
        database.emulator.clear(namespace: "two")
        #expect(try await database.get("/.json?ns=two") == "null")
    }

    @Test(arguments: ["/.settings/rules.json", "/.inspect/databases.json"])
    func `only administrators administer`(path: String) async throws {
        let database = TestDatabase()
        for method: HTTPRequest.Method in [.get, .put, .delete] {
            let answer = try await database.send(method, path, Self.open)
            #expect(answer.status == 401 && answer.text.contains("Bearer owner"))
            let user = try await database.send(method, path + "?auth=" + token(#"{"sub":"bob"}"#), Self.open)
            #expect(user.status == 401)
        }
    }

    @Test(arguments: [
        "/.settings/rules.json", "/.inspect/databases.json", "/.inspect%2Fdatabases.json",
        "//.inspect/databases.json",
    ])
    func `pages from elsewhere do not administer`(path: String) async throws {
        let database = TestDatabase()
        var headers = owner
        headers[.origin] = "http://page.test"
        for method: HTTPRequest.Method in [.get, .put, .options] {
            let answer = try await database.send(method, path, Self.open, headers)
            #expect(answer.status == 403 && answer.headers[.accessControlAllowOrigin] == nil)
        }
        headers[.origin] = "http://localhost:3000"
        #expect(try await database.send(.get, path, "", headers).status == 200)
    }

    @Test(arguments: [
        "/.settings.json", "/.settings/other.json", "/.inspect/.json", "/.inspect/other.json",
        "/.inspect/other",
    ])
    func `there is nothing beside that`(path: String) async throws {
        #expect(try await TestDatabase().send(.get, path, "", owner).status == 404)
    }

    @Test func `pages may read and write data, and read tags`() async throws {
        let database = TestDatabase()
        let headers: HTTPFields = [.origin: "http://page.test", .firebaseETag: "true"]
        let answer = try await database.put("/a.json", "1", headers)
        #expect(answer.headers[.accessControlAllowOrigin] == "http://page.test")
        #expect(answer.headers[.accessControlExposeHeaders] == "ETag")
        let refused = try await database.put("/a.json", "{", headers)
        #expect(refused.status == 400 && refused.headers[.accessControlAllowOrigin] == "http://page.test")
        let preflight = try await database.send(
            .options, "/a.json", "",
            [
                .origin: "http://page.test", .accessControlRequestMethod: "PUT",
                .accessControlRequestHeaders: "x-firebase-etag",
            ])
        #expect(preflight.status == 200 && preflight.headers[.accessControlAllowHeaders] == "x-firebase-etag")
    }
}
