import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Coverage of rules")
struct CoverageTests {
    private static let rules = #"""
        {"rules": {"rooms": {"$room": {
            ".read": "auth != null && data.child('open').val() === true",
            ".write": "auth.uid === $room",
            "seats": {".validate": "newData.isNumber()"}
        }}}}
        """#
    private static let bob = "auth=" + token(#"{"sub":"bob"}"#)

    private func database() async throws -> TestDatabase {
        let database = TestDatabase()
        try await database.put("/rooms/bob.json", #"{"open": true}"#, owner)
        try await database.put("/.settings/rules.json", Self.rules, owner)
        return database
    }

    /// The counts of each condition, such as `auth != null 2/1/0`: true, false, error.
    private func counts(_ database: TestDatabase) async throws -> [String] {
        let json = try JSONParser.parse(Array(try await database.get("/.inspect/coverage.json").utf8))
        return try #require(json["conditions"]?.array).map { condition in
            let numbers = ["true", "false", "error"].map { condition[$0]?.compactText ?? "?" }
            return "\(condition["condition"]?.string ?? "?") \(numbers.joined(separator: "/"))"
        }
    }

    @Test func `each condition counts how often it was true, false, or failed`() async throws {
        let database = try await database()
        _ = try await database.get("/rooms/bob.json?\(Self.bob)")
        _ = try await database.get("/rooms/bob.json")
        try await database.patch("/rooms.json?\(Self.bob)", #"{"bob/seats": 4, "bob/name": "Blue"}"#)
        try await database.put("/rooms/bob/seats.json?\(Self.bob)", #""many""#)
        try await database.put("/rooms/ann/seats.json?\(Self.bob)", "1")
        // Administrators bypass the rules.
        try await database.put("/rooms/ann/seats.json", "1", owner)
        #expect(
            try await counts(database) == [
                "auth != null && data.child('open').val() === true 1/1/0", "auth != null 1/1/0",
                "data.child('open').val() === true 1/0/0", "auth.uid === $room 3/1/0",
                "newData.isNumber() 1/1/0",
            ])
        // What somebody has asked for is counted on.
        _ = try await database.get("/rooms/bob.json")
        #expect(
            try await counts(database)[1...2] == [
                "auth != null 1/2/0", "data.child('open').val() === true 1/0/0",
            ])
    }

    @Test func `places are those of the rules`() async throws {
        let database = try await database()
        let text = try await database.get("/.inspect/coverage.json")
        let json = try JSONParser.parse(Array(text.utf8))
        let scalars = Array(Self.rules.unicodeScalars)
        for condition in try #require(json["conditions"]?.array) {
            let position = condition["sourcePosition"]
            let first = try #require(Int(position?["currentOffset"]?.compactText ?? ""))
            let last = try #require(Int(position?["endOffset"]?.compactText ?? ""))
            var excerpt = String.UnicodeScalarView()
            excerpt.append(contentsOf: scalars[first...last])
            #expect(String(excerpt) == condition["condition"]?.string)
        }
    }

    @Test func `other rules begin anew, also the same ones once more`() async throws {
        let database = try await database()
        _ = try await database.get("/rooms/bob.json")
        #expect(try await counts(database)[1] == "auth != null 0/1/0")
        let tag = try await database.send(.get, "/.inspect/coverage.json").headers[.eTag]
        try await database.put("/.settings/rules.json", Self.rules, owner)
        #expect(try await counts(database)[1] == "auth != null 0/0/0")
        #expect(try await database.send(.get, "/.inspect/coverage.json").headers[.eTag] != tag)
    }

    @Test func `a client that already has the newest counts or rules gets 304 without a body`() async throws {
        let database = try await database()
        for path in [
            "/.inspect/coverage.json", "/.settings/rules.json", "/.settings/rules.json?format=strict",
        ] {
            let tag = try #require(try await database.send(.get, path, "", owner).headers[.eTag])
            var headers = owner
            headers[.ifNoneMatch] = tag
            let answer = try await database.send(.get, path, "", headers)
            #expect(answer.status == 304 && answer.text.isEmpty && answer.headers[.eTag] == tag)
            _ = try await database.get("/rooms/bob.json")
            try await database.put("/.settings/rules.json", Self.rules, owner)
            #expect(try await database.send(.get, path, "", headers).status == 200)
        }
        var headers = owner
        headers[.ifNoneMatch] = try await database.send(.get, "/.inspect/coverage.json").headers[.eTag]
        _ = try await database.get("/rooms/bob.json")
        #expect(try await database.send(.get, "/.inspect/coverage.json", "", headers).status == 200)
    }

    @Test func `the counts name the rules as the rules do`() async throws {
        let database = try await database()
        let tag = try await database.send(.get, "/.settings/rules.json", "", owner).headers[.eTag]
        let json = try JSONParser.parse(Array(try await database.get("/.inspect/coverage.json").utf8))
        #expect(json["rules"]?.string.map { "\"\($0)\"" } == tag)
        #expect(
            try await TestDatabase().get("/.inspect/coverage.json") == #"{"rules":"open","conditions":[]}"#)
    }

    @Test func `a page shows the counts, where Google's emulator has it`() async throws {
        let database = try await database()
        _ = try await database.get("/rooms/bob.json")
        let answer = try await database.send(.get, "/.inspect/coverage?ns=demo-default-rtdb")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.text.contains(#"<span class="once" title="1 × false">auth != null</span>"#))
        #expect(
            answer.text.contains(#"<span class="never" title="never evaluated">newData.isNumber()</span>"#))
        #expect(try await TestDatabase().get("/.inspect/coverage").contains("&quot;.read&quot;: true"))
        #expect(try await database.send(.put, "/.inspect/coverage").status == 405)
    }

    @Test func `of more decisions than are kept, the oldest are not counted, and it says how many`()
        async throws
    {
        let database = try await database()
        for _ in 0..<10_001 {
            _ = database.instance.readsAsNobody("rooms/bob")
        }
        let text = try await database.get("/.inspect/coverage.json")
        #expect(text.contains(#""condition":"auth != null","true":0,"false":10000,"error":0"#))
        #expect(text.hasSuffix(#""uncountedDecisions":1}"#))
        let page = try await database.get("/.inspect/coverage")
        #expect(page.contains("1 of 10001 decisions are not counted"))
    }

    @Test func `decisions do not keep much old data alive`() throws {
        var backlog = CoverageBacklog(.init(past: 100))
        let request = DatabaseRequest(.read(.root, nil), auth: .null, now: 0, root: .null)
        for discarded in [0, 60, 120] { backlog.append(request, evaluations: 1, discarded: discarded) }
        backlog.trim(discarded: 100)
        #expect(backlog.droppedCount == 0)
        backlog.trim(discarded: 161)
        #expect(backlog.droppedCount == 2)
        #expect(backlog.takeAll().count == 1)
        #expect(backlog.takeAll().isEmpty && backlog.count == 3)
    }

    @Test func `an administrator's writes count as old data too`() async throws {
        let database = try await database()
        _ = try await database.get("/rooms/bob.json")
        let text = "\"" + String(repeating: "x", count: 1 << 20) + "\""
        for _ in 0..<66 { try await database.put("/large.json", text, owner) }
        #expect(try await counts(database)[1] == "auth != null 0/0/0")
        #expect(try await database.get("/.inspect/coverage.json").hasSuffix(#""uncountedDecisions":1}"#))
    }
}

extension DatabaseInstance {
    /// Whether somebody who is not signed in may read a path.
    fileprivate func readsAsNobody(_ path: String) -> Bool {
        guard let path = try? DatabasePath(path) else { return false }
        return (try? read(path, nil, by: .anonymous)) != nil
    }
}
