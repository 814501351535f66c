import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("What the page asks for", .timeLimit(.minutes(1)))
struct ConsoleRouterTests {
    @Test func `it learns what it shows`() async throws {
        let probe = try ConsoleProbe()
        let about = await probe(.get, "/api/about").json
        #expect(about["firestore"]?["project"]?.string == probe.server.project)
        #expect(about["realtimeDatabase"] == .null && about["schema"]?.string == "status")
        #expect(about["isEmulator"] == .boolean(true) && about["hasWorker"] == .boolean(false))
        #expect(
            about["schemas"]?.array?.compactMap(\.string) == [
                "status", "delivered-to", "read-by", "read-up-to",
            ])
        #expect(about["firestore"]?["refreshSeconds"] == .number("0.02"), "nobody tells it of changes")
        let other = try await ConsoleProbe(stores: [.realtimeDatabase])(.get, "/api/about").json
        #expect(other["realtimeDatabase"]?["refreshSeconds"] == .null)
        #expect(other["firestore"] == .null && other["isEmulator"] == .boolean(true))
        #expect(other["realtimeDatabase"]?["namespace"]?.string == "demo-default-rtdb")
        #expect(other["schemas"]?.array?.compactMap(\.string) == ["read-at"])
    }

    @Test func `a console that has no database says so`() throws {
        #expect(throws: ReceiptConsole.Refusal.self) { try ConsoleProbe(stores: []) }
    }

    @Test(arguments: ReceiptSchema.presets, [[ReceiptStore.realtimeDatabase, .firestore], []])
    func `samples make every kind of conversation, which can be opened`(
        schema: ReceiptSchema, others: [ReceiptStore]
    ) async throws {
        let probe = try ConsoleProbe(stores: Set(others + [schema.store]))
        let made = await probe(.post, "/api/sample", #"{"schema":"\#(schema.name)"}"#)
        #expect(made.json["conversations"]?.array?.compactMap(\.string) == ["alice-bob", "team", "choir"])
        let list =
            await probe(.get, "/api/conversations?schema=\(schema.name)").json["conversations"]?.array ?? []
        #expect(
            list.compactMap { $0["title"]?.string } == [
                "Alice Andersson, Bob Baker", "Choir", "Release team",
            ])
        #expect(list.map { $0["members"]?.array?.count } == [2, 20, 4])
        #expect(list.map { $0["isGroup"] } == [.boolean(false), .boolean(true), .boolean(true)])
        let page = PageProbe(probe)
        await page.connect()
        await page.open("bob", "team", schema: schema.name)
        await page.hear { $0.isOpen("bob") }
        let messages = await page.picture.messages["bob"] ?? [:]
        #expect(messages.count == 5 && messages["m1"]?["system"] == .boolean(true))
        #expect(messages["m1"]?["unread"] == .boolean(false) && messages["m2"]?["unread"] == .boolean(true))
    }

    @Test func `there is nothing to list where there is nothing`() async throws {
        let answer = try await ConsoleProbe()(.get, "/api/conversations?schema=status")
        #expect(
            answer.json["conversations"]?.array?.isEmpty == true
                && answer.json["isComplete"] == .boolean(true))
    }

    @Test func `what does not exist is named`() async throws {
        let probe = try ConsoleProbe()
        #expect(await probe(.get, "/api/nothing").error == "the console has no GET /api/nothing")
        #expect(await probe(.get, "/api/conversations?schema=none").status == 400)
        #expect(await probe(.post, "/api/sample", #"{"schema":"none"}"#).status == 400)
        #expect(await probe(.get, "/api/worker").status == 404)
        for path in [
            "/api/events", "/api/events?visit=", "/api/events?visit=a/b",
            "/api/events?visit=\(String(repeating: "a", count: 65))",
        ] {
            #expect(await probe(.get, path).status == 400, "\(path)")
        }
    }

    private static func change(_ before: String, _ after: String) -> String {
        func rules(_ condition: String) -> JSON {
            .string(
                """
                rules_version = '2';
                service cloud.firestore {
                  match /databases/{database}/documents {
                    match /notes/{note} { allow get: if \(condition); }
                  }
                }
                """)
        }
        return JSON.object([
            JSON.Member("before", rules(before)), JSON.Member("after", rules(after)),
        ]).compactText
    }

    @Test func `a change of the rules is shown with the requests that it decides differently`() async throws {
        let probe = try ConsoleProbe()
        let path = "/api/rules/firestore/difference"
        let answer = await probe(.post, path, Self.change("request.auth.uid == note", "true")).json
        let finding = try #require(answer["findings"]?.array?.first)
        #expect(finding["kind"]?.string == "allowed-now")
        #expect(
            finding["sentence"]?.string
                == "now allowed: somebody who is not signed in reads notes/n1, which does not exist")
        #expect(finding["lines"]?.array?.contains(.string("  request: as nobody")) == true)
        #expect(finding["suite"]?.string?.contains("expect: allowed") == true)
        let same = await probe(.post, path, Self.change("true", "true /* as before */")).json
        #expect(same["saysTheSame"] == .boolean(true) && same["findings"]?.array?.isEmpty == true)
    }

    @Test func `rules with errors are not compared, and publishing says what is wrong`() async throws {
        let path = "/api/rules/firestore/difference"
        let answer = try await ConsoleProbe()(.post, path, Self.change("true", "request.auth.uid =="))
        #expect(answer.status == 200 && answer.json["problem"]?.string == "the rules have errors")
        #expect(try await ConsoleProbe()(.post, path, "{}").status == 400)
    }

    @Test func `a request that is too large is refused before it is read`() async throws {
        let probe = try ConsoleProbe()
        let reply = probe.console.router.reply(
            to: .init(method: .post, scheme: "http", authority: "localhost", path: "/api/visits/a"), nil)
        guard case .now(let response, _) = reply else {
            Issue.record("not answered at once")
            return
        }
        #expect(response.head.status == .contentTooLarge)
    }

    @Test func `a page may leave before its visit has begun, and do nothing else`() async throws {
        let probe = try ConsoleProbe()
        #expect(await probe(.post, "/api/visits/early", #"{"command":"leave"}"#).status == 200)
        #expect(await probe(.post, "/api/visits/early", #"{"command":"open"}"#).status == 404)
        #expect(await probe(.post, "/api/visits/early", "nonsense").status == 404)
    }

    @Test func `a bounded number of pages can be open`() async throws {
        let probe = try ConsoleProbe()
        var pages: [PageProbe] = []
        for number in 0..<64 {
            let page = PageProbe(probe, id: "p\(number)")
            await page.connect()
            pages.append(page)
        }
        #expect(await probe(.get, "/api/events?visit=one-more").status == 429)
        #expect(await probe(.get, "/api/events?visit=p1").status == 200)
        #expect(pages.count == 64)
    }
}
