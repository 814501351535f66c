import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import RealtimeDatabase
import Synchronization
import TestSupport
import Testing

@testable import ReceiptConsole

/// What the console knows about an emulator's rules besides what the emulator reports.
@Suite("The rules' file and versions", .timeLimit(.minutes(1)))
struct RulesDeskTests {
    private func rules(_ note: String) -> String {
        "// \(note)\nservice cloud.firestore { match /a/{b} { allow read: if false; } }"
    }

    private func versions(_ probe: ConsoleProbe, _ store: String = "firestore") async -> [JSON] {
        await probe(.get, "/api/rules/\(store)?content=true").json["versions"]?.array ?? []
    }

    @Test func `what passes by is kept: what was found, and what was published`() async throws {
        let probe = try ConsoleProbe()
        let path = "/api/firestore/emulator/v1/projects/\(probe.server.project):securityRules"
        #expect(await probe.setRules(rules("one")).status == 200)
        #expect(await probe.setRules("nonsense").status == 400)
        #expect(await probe(.get, path).status == 200)
        #expect(await probe.setRules(rules("two")).status == 200)
        let found = await versions(probe)
        #expect(found.map { $0["content"]?.string } == [rules("one"), rules("two")])
        #expect(found.map { $0["isPublished"] } == [.boolean(true), .boolean(true)])
        let brief = await probe(.get, "/api/rules/firestore").json
        #expect(brief["file"] == .null)
        #expect(brief["versions"]?.array?.first?["content"] == nil)
    }

    @Test func `the rules of a Realtime Database have versions of their own`() async throws {
        let probe = try ConsoleProbe(stores: [.realtimeDatabase])
        let path = "/api/database/.settings/rules.json"
        let other = #"{"rules": {".read": true}}"#
        #expect(await probe(.get, path).status == 200)
        #expect(await probe(.put, path, other).status == 200)
        #expect(await probe(.put, path, "{").status == 400)
        let found = await versions(probe, "realtimeDatabase")
        #expect(found.count == 2 && found.last?["content"]?.string == other)
        #expect(found.map { $0["isPublished"] } == [.boolean(false), .boolean(true)])
    }

    @Test
    func `the file is reported with whether it was changed since the start, and only when something is new`()
        throws
    {
        let text = Mutex("first")
        let desk = RulesDesk(
            RulesFile(name: "a/firestore.rules", initial: "first") { text.withLock(\.self) }, now: { 7 })
        let first = try desk.answer(unless: nil, includesContent: false)
        let json = try JSONParser.parse(first.body)
        #expect(json["file"]?["name"]?.string == "a/firestore.rules")
        #expect(json["file"]?["content"]?.string == "first")
        #expect(json["file"]?["isNewer"] == .boolean(false))
        #expect(json["versions"]?.array?.first?["time"]?.compactText == "7")
        let tag = try #require(first.head.headerFields[.eTag])
        #expect(try desk.answer(unless: tag, includesContent: false).head.status == .notModified)
        text.withLock { $0 = "second" }
        let second = try desk.answer(unless: tag, includesContent: false)
        #expect(try JSONParser.parse(second.body)["file"]?["isNewer"] == .boolean(true))
        desk.note("third", isPublished: true)
        let newTag = second.head.headerFields[.eTag]
        #expect(try desk.answer(unless: newTag, includesContent: false).head.status == .ok)
    }

    @Test func `rules are saved to the file only over what the page has read`() throws {
        let text = Mutex("first")
        let file = RulesFile(
            name: "firestore.rules", initial: "first", read: { text.withLock(\.self) },
            write: { content in text.withLock { $0 = content } })
        let desk = RulesDesk(file, now: { 0 })
        try desk.save("second", over: "first")
        #expect(text.withLock(\.self) == "second")
        #expect(throws: ConsoleFailure(.conflict, "the file has changed in the meantime")) {
            try desk.save("third", over: "first")
        }
        #expect(text.withLock(\.self) == "second")
        let readOnly = RulesDesk(RulesFile(name: "firestore.rules", initial: "first") { "first" }, now: { 0 })
        #expect(throws: ConsoleFailure(.notFound, "the emulator was started without a rules file")) {
            try readOnly.save("second", over: "first")
        }
    }

    @Test func `rules are checked without being published, and a language lists its names`() async throws {
        let probe = try ConsoleProbe(stores: [.firestore, .realtimeDatabase])
        func check(_ store: String, _ content: String) async -> [JSON] {
            let body = JSON.object([JSON.Member("content", .string(content))]).compactText
            return await probe(.post, "/api/rules/\(store)/check", body).json["issues"]?.array ?? []
        }
        let mistaken = rules("a").replacing("false", with: "false)")
        let found = await check("firestore", mistaken)
        #expect(found.first?["line"] == 2 && found.first?["severity"]?.string == "error")
        #expect(await check("firestore", "rules_version = '2';\n" + rules("a")).isEmpty)
        let others = await check("realtimeDatabase", #"{"rules": {".read": "auth.uid ="}}"#)
        #expect(others.first?["severity"]?.string == "error" && others.first?["line"] == 1)
        #expect(await check("realtimeDatabase", #"{"rules": {}}"#).isEmpty)
        #expect(await probe(.post, "/api/rules/firestore/check", "{}").status == 400)
        #expect(await probe(.post, "/api/rules/other/check", #"{"content": ""}"#).status == 404)
        for (store, name) in [("firestore", "math.abs"), ("realtimeDatabase", "hasChild")] {
            let names = await probe(.get, "/api/rules/\(store)/names").json.array ?? []
            #expect(names.contains { $0["name"]?.string == name })
        }
        #expect(
            await probe(.put, "/api/rules/firestore/file", #"{"content": "a", "before": "b"}"#).status == 404)
    }

    @Test func `a file that cannot be read says so`() throws {
        let desk = RulesDesk(RulesFile(name: "firestore.rules", initial: "first") { nil }, now: { 0 })
        let json = try JSONParser.parse(try desk.answer(unless: nil, includesContent: true).body)
        #expect(json["file"]?["content"] == .null)
        #expect(json["file"]?["isNewer"] == .boolean(false))
    }

    @Test func `a page learns the number of a refusal's explanation, and whose rules those are`()
        async throws
    {
        let probe = try ConsoleProbe(stores: [.firestore, .realtimeDatabase])
        if probe.server.isGoogles { return }
        #expect(await probe.setRules(rules("closed")).status == 200)
        let documents = "/api/firestore/v1/projects/\(probe.server.project)/databases/(default)/documents"
        let denied = await probe(.get, "\(documents)/a/b", with: ["X-Act-As": "user bob"])
        let name = try #require(HTTPField.Name("X-Rules-Decision"))
        #expect(denied.status == 403 && denied.fields[name] == "1")
        #expect(await probe(.put, "/api/database/.settings/rules.json", #"{"rules": {}}"#).status == 200)
        let other = await probe(.get, "/api/database/a.json", with: ["X-Act-As": "user bob"])
        #expect(other.status == 401 && other.fields[name] == "1")
    }

    @Test func `a device that may not send says which decision is to blame`() async throws {
        let probe = try ConsoleProbe()
        if probe.server.isGoogles { return }
        try await probe.server.firestore().document("conversations/c1").setData([
            "participants": ["alice", "bob"]
        ])
        let open = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents { match /{path=**} { allow read, update: if true; } } }
            """
        #expect(await probe.setRules(open).status == 200)
        let page = PageProbe(probe)
        await page.connect()
        await page.open("bob", "c1")
        await page.hear { $0.isOpen("bob") }
        await page.command(#"{"command":"send","pane":"bob","text":"Hello"}"#)
        func refused(_ picture: PageProbe.Picture) -> JSON? {
            picture.messages["bob"]?.values.first { $0["sending"]?.string == "failed" }?["decision"]
        }
        await page.hear { refused($0) != nil }
        let decision = try #require(refused(await page.picture))
        #expect(decision["store"]?.string == "firestore")
        let number = try #require(decision["number"]?.compactText)
        let explained = await probe(
            .get, "/api/firestore/emulator/v1/projects/\(probe.server.project):explain?number=\(number)")
        let reason = explained.json["decisions"]?.array?.first?["reason"]?.string
        #expect(reason == "no allow statement for create matches this path")
        // The device's own reads are not in the log that a page shows.
        let log = await probe(
            .get, "/api/firestore/emulator/v1/projects/\(probe.server.project):explain?background=false")
        let methods = (log.json["decisions"]?.array ?? []).flatMap { $0["operations"]?.array ?? [] }.map {
            $0["method"]?.string
        }
        #expect(!methods.contains("get") && !methods.contains("list"))
    }
}
