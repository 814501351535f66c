import HTTPTypes
import JSONText
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("What a chat costs", .timeLimit(.minutes(1)))
struct CostTrialTests {
    @Test func `each schema is tried, listening and polling`() async throws {
        let rows = try await CostTrial(members: 3, messages: 10).run(ReceiptSchema.presets)
        #expect(
            rows.map(\.schema) == ["status", "delivered-to", "read-by", "read-up-to"].flatMap { [$0, $0] })
        #expect(rows.map(\.method) == (0..<4).flatMap { _ in ["automatic", "polling"] })
        for row in rows {
            // The messages and the conversation.
            #expect(row.openingReads == 11, "\(row)")
            #expect(row.idleReads == (row.method == "polling" ? 450 : 0))
            let writes =
                switch row.schema {
                // The first reader's delivery, and the reading of both.
                case "status": 30
                // Each reader's delivery and reading.
                case "delivered-to": 40
                case "read-by": 20
                // A cursor that is created, and one that moves, for each reader.
                default: 4
                }
            #expect(row.readerWrites == writes, "\(row)")
            if row.schema != "read-up-to", row.method == "automatic" {
                // The sender hears each write.
                #expect(row.hearingReads == row.readerWrites, "\(row)")
            }
        }
    }

    @Test(arguments: [
        "{}", #"{"members": 1, "messages": 10}"#, #"{"members": 13, "messages": 10}"#,
        #"{"members": 3, "messages": 101}"#,
    ])
    func `a chat that is too small or too large is refused`(body: String) async throws {
        let answer = try await ConsoleProbe()(.post, "/api/costs", body)
        #expect(answer.status == 400 && answer.error != nil)
    }

    @Test func `a page learns what its devices have cost`() async throws {
        let chat = try await TestChat(messages: 5)
        let page = PageProbe(try ConsoleProbe(chat.server))
        await page.connect()
        _ = await page.next()
        #expect(await page.command(#"{"command":"usage"}"#).json == .array([]))
        await page.open("bob", "c1")
        await page.hear { $0.isOpen("bob") }
        let usage = await page.command(#"{"command":"usage"}"#).json.array?.first
        #expect(usage?["user"]?.string == "bob" && usage?["schema"]?.string == "status")
        #expect(usage?["reads"] != .number("0") && usage?["writes"] != nil)
    }
}
