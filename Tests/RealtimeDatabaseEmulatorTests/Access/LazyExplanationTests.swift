import CoreValues
import EmulatorAccess
import JSONText
import RealtimeDatabaseModel
import RulesCore
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Explanations that are made when somebody asks")
struct LazyExplanationTests {
    private static let rules = #"""
        {"rules": {"notes": {
            ".read": "data.child('open').val() === true && now > 0",
            "$note": {".write": "root.child('writers').child(auth.uid).exists()",
                      "at": {".validate": "newData.val() === now"}}
        }}}
        """#
    private static let bob = "auth=" + token(#"{"sub":"bob"}"#)

    /// Requests that are allowed and denied; after each of them the closure is called.
    private func requests(_ database: TestDatabase, _ then: () async throws -> Void) async throws {
        try await database.put(
            "/.json", #"{"writers": {"bob": true}, "notes": {"open": true}}"#, owner)
        try await database.put("/.settings/rules.json", Self.rules, owner)
        _ = try await database.get("/notes.json")
        try await then()
        try await database.patch("/notes.json?\(Self.bob)", #"{"a/at": {".sv": "timestamp"}, "b/text": "x"}"#)
        try await then()
        try await database.patch("/notes.json?\(Self.bob)", #"{"a/text": "x", "b/at": 5}"#)
        try await then()
        try await database.put("/notes/c.json", "1")
        try await then()
    }

    private func decisions(_ database: TestDatabase) async throws -> String {
        try await database.get("/.inspect/decisions.json", owner)
    }

    @Test func `what is explained later is explained as it was`() async throws {
        let clocks = [StandingClock(), StandingClock()]
        let databases = clocks.map { clock in
            TestDatabase(DatabaseEmulatorConfiguration(clock: EmulatorClock { clock.now }))
        }
        try await requests(databases[0]) { _ = try await decisions(databases[0]) }
        try await requests(databases[1]) {}
        // By now nobody would be allowed anything.
        for clock in clocks { clock.advance(by: 100) }
        try await databases[1].put("/.json", #"{"notes": {"open": false}}"#, owner)
        #expect(databases[1].emulator.setRules(#"{"rules": {}}"#, namespace: "demo-default-rtdb").isEmpty)
        let texts = [try await decisions(databases[0]), try await decisions(databases[1])]
        #expect(texts[0] == texts[1])
        for isAllowed in [true, false] {
            #expect(texts[1].ranges(of: "\"allowed\":\(isAllowed)").count == 2)
        }
    }

    @Test func `nothing is explained before somebody asks, and then once`() async throws {
        let database = TestDatabase()
        try await requests(database) {}
        let decisions = database.instance.recentDecisions
        #expect(decisions.count == 4 && decisions.allSatisfy { !$0.lazyExplanation.isComputed })
        for decision in decisions { #expect(decision.explanation.isAllowed == decision.isAllowed) }
        #expect(database.instance.recentDecisions.allSatisfy { $0.lazyExplanation.isComputed })
        // The request stays, for cases of suites.
        #expect(decisions.allSatisfy { $0.lazyExplanation.request != nil })
    }

    // MARK: What is kept alive

    private let instance = DatabaseInstance("x", configuration: .init(), largestPast: 50_000)
    private let large = JSON.string(String(repeating: "x", count: 60_000))

    private func write(_ path: String, _ json: JSON, by caller: Caller = .admin) throws -> Bool {
        let request = WriteRequest(path: try DatabasePath(path), content: .put(json), caller: caller)
        do throws(WriteRefusal) { _ = try instance.write(request) } catch { return false }
        return true
    }

    private func read() throws -> Bool {
        (try? instance.read(DatabasePath("notes"), nil, by: .anonymous)) != nil
    }

    private var haveReleased: [Bool] { instance.recentDecisions.map { $0.lazyExplanation.request == nil } }

    @Test func `decisions that keep much alive are explained before somebody asks`() throws {
        instance.setRules(try DatabaseRules(Self.rules))
        _ = try write("notes", .object([JSON.Member("open", .boolean(true))]))
        #expect(try write("notes/text", large))
        #expect(try read())
        #expect(haveReleased == [false])
        #expect(try write("notes/text", .null))
        #expect(try read())
        #expect(haveReleased == [true, false])
        #expect(instance.recentDecisions[0].text.contains("data.child('open').val() === true"))
    }

    @Test func `a value gives way to what is written below it`() throws {
        instance.setRules(try DatabaseRules(Self.rules))
        _ = try write("other", large)
        #expect(try !read())
        #expect(haveReleased == [false])
        _ = try write("other/below/it", .boolean(true))
        #expect(haveReleased == [true])
    }

    @Test func `what was refused is kept alive no longer than what was replaced`() throws {
        instance.setRules(try DatabaseRules(Self.rules))
        #expect(try !write("notes/n", .string("small"), by: .anonymous))
        #expect(haveReleased == [false])
        #expect(try !write("notes/n", large, by: .anonymous))
        #expect(haveReleased == [true, true])
        #expect(try !read())
        #expect(haveReleased == [true, true, false])
    }

    @Test func `many small changes keep much alive as well`() throws {
        instance.setRules(try DatabaseRules(Self.rules))
        #expect(try !read())
        for number in 0..<20 { _ = try write("other", .number("\(number)")) }
        #expect(haveReleased == [false])
        for number in 0..<20 { _ = try write("other", .number("\(number)")) }
        #expect(haveReleased == [true])
    }
}
