import FirestoreClient
import JSONText
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("A conversation of another schema", .timeLimit(.minutes(1)))
struct PaneLayoutTests {
    /// A page that shows a group to two of its members through a schema.
    private func page(_ chat: TestChat, _ schema: ReceiptSchema) async throws -> PageProbe {
        let page = PageProbe(try ConsoleProbe(chat.server))
        await page.connect()
        _ = await page.next()
        for user in ["alice", "bob"] { await page.open(user, "c1", schema: schema.name) }
        await page.hear { $0.isOpen("alice") && $0.isOpen("bob") }
        return page
    }

    private func layout(_ page: PageProbe, _ pane: String = "bob") async -> [String] {
        let layout = await page.picture.panes[pane]?["layout"]
        let flags = ["isMixed", "isReadOnly"].filter { layout?[$0] == .boolean(true) }
        return (layout?["schemas"]?.array ?? []).compactMap(\.string) + flags
    }

    @Test func `it is shown without receipts, and nothing is written`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 2)
        let before = try await chat.messages()
        let page = try await page(chat, .deliveredTo)
        #expect(await layout(page) == ["status", "isReadOnly"])
        #expect(await page.picture.messages["alice"]?["m0"]?["receipt"] == .null)
        #expect(await page.command(#"{"command":"see","pane":"bob","shown":["m0","m1"]}"#).status == 200)
        let sent = await page.command(#"{"command":"send","pane":"bob","text":"Hi"}"#)
        #expect(sent.status == 409)
        #expect(sent.error?.contains("have the schema status, not delivered-to") == true)
        // Something else happens in the meantime, and is reported.
        try await chat.message("m2").setData(TestChat.message())
        await page.hear { $0.messages["bob"]?["m2"] != nil }
        let after = try await chat.messages()
        #expect(after.filter { $0.key != "m2" } == before)
        #expect(await page.picture.panes["bob"]?["error"] == .null)
    }

    @Test func `its own schema says so, and an empty one says nothing`() async throws {
        let chat = try await TestChat(messages: 1)
        #expect(await layout(try await page(chat, .status)) == ["status"])
        let empty = try await TestChat(schema: .deliveredTo)
        #expect(await layout(try await page(empty, .status)) == [])
    }

    @Test func `mixed messages are said to be, as soon as they are`() async throws {
        let chat = try await TestChat(messages: 2)
        let page = try await page(chat, .status)
        #expect(await layout(page) == ["status"])
        try await chat.message("m0").updateData(["deliveredTo": ["bob"]])
        await page.hear { $0.panes["bob"]?["layout"]?["isMixed"] == .boolean(true) }
        #expect(await layout(page) == ["status", "delivered-to", "isMixed"])
    }
}
