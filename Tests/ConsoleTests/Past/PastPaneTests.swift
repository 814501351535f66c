import FirestoreClient
import HTTPTypes
import JSONText
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("A chat as it was", .timeLimit(.minutes(1)))
struct PastPaneTests {
    private struct Scene {
        let chat: TestChat
        let page: PageProbe
        let probe: ConsoleProbe
        /// The times of the commits that concern the message, the oldest first.
        let times: [String]
    }

    /// A message of alice's that bob has received and read.
    private func scene(_ schema: ReceiptSchema) async throws -> Scene {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 1, schema: schema)
        let bob = try chat.service("bob")
        _ = try await bob.markAllDelivered(conversation: "c1", user: "bob")
        _ = try await bob.markAllRead(conversation: "c1", user: "bob")
        let probe = try ConsoleProbe(chat.server)
        let page = PageProbe(probe)
        await page.connect()
        _ = await page.next()
        let name = "projects/\(chat.server.project)/databases/(default)"
        let place = "\(schema.conversations)/c1"
        let commits = await probe(
            .get,
            "/api/firestore/emulator/v1/\(name)/documents:commits?touching=\(place)/messages&touching=\(place)/reads"
        )
        let times = (commits.json["commits"]?.array ?? []).compactMap { $0["time"]?.string }
        return Scene(chat: chat, page: page, probe: probe, times: times)
    }

    private func open(_ user: String, _ scene: Scene, at time: String) async -> ConsoleProbe.Answer {
        await scene.page.command(
            #"{"command":"openPane","pane":"\#(user)","user":"\#(user)","conversation":"c1","#
                + #""schema":"\#(scene.chat.schema.name)","at":"\#(time)"}"#)
    }

    @Test(arguments: [
        (ReceiptSchema.status, ["check grey", "doubleCheck grey", "doubleCheck grey Read by 1 of 2"]),
        (.readUpTo, ["check grey", "check grey", "doubleCheck grey Read by 1 of 2"]),
    ])
    func `a device shows the receipts of each time, and writes nothing`(
        schema: ReceiptSchema, receipts: [String]
    ) async throws {
        let scene = try await scene(schema)
        let before = try await scene.chat.messages()
        var seen: [String?] = []
        for time in scene.times {
            #expect(await open("alice", scene, at: time).status == 200)
            let count = await scene.page.heard.count
            while await scene.page.next() != nil {
                let news = await scene.page.heard.dropFirst(count)
                if news.contains(where: { $0.kind == "messages" }), news.last?.kind == "pane" { break }
            }
            seen.append(await scene.page.picture.receipt("alice", "m0"))
        }
        #expect(seen == receipts)
        await scene.page.command(#"{"command":"see","pane":"alice","shown":["m0"]}"#)
        let sent = await scene.page.command(#"{"command":"send","pane":"alice","text":"Hi"}"#)
        #expect(sent.status >= 400 && sent.error?.contains("this is the past") == true)
        #expect(try await scene.chat.messages() == before)
    }

    @Test func `a time that is none is refused, and one before the conversation shows nothing`() async throws
    {
        let scene = try await scene(.status)
        #expect(await open("alice", scene, at: "noon").error?.contains("is not a time such as") == true)
        #expect(await open("alice", scene, at: "2026-01-02T11:00:00Z").status == 200)
        await scene.page.hear { $0.panes["alice"]?["state"]?.string == "failed" }
        #expect(await scene.page.picture.panes["alice"]?["error"]?.string?.contains("too old") == true)
    }

    @Test(arguments: [ReceiptSchema.status, .deliveredTo, .readBy, .readUpTo])
    func `a timeline tells who reached which stage, by which commit`(schema: ReceiptSchema) async throws {
        let scene = try await scene(schema)
        try await scene.chat.message("m0").delete()
        let body = #"{"schema":"\#(schema.name)","conversation":"c1","message":"m0"}"#
        let timeline = await scene.probe(.post, "/api/timeline", body).json
        let steps = timeline["steps"]?.array ?? []
        let reached = steps.filter { $0["kind"]?.string == "reached" }
            .map { [$0["member"]?.string, $0["name"]?.string, $0["user"]?.string] }
        #expect(steps.first?["kind"]?.string == "sent" && steps.first?["isAdmin"] == .boolean(true))
        #expect(steps.last?["kind"]?.string == "deleted")
        #expect(reached.contains(["bob", "read", "bob"]), "\(reached)")
        #expect(reached.contains(["bob", "delivered", "bob"]) == [.deliveredTo, .readUpTo].contains(schema))
        let statuses = steps.filter { $0["kind"]?.string == "status" }.compactMap { $0["name"]?.string }
        #expect(statuses.first == (schema.status == nil ? nil : "delivered"), "\(statuses)")
        #expect(timeline["members"]?.array?.compactMap { $0["id"]?.string } == ["alice", "bob", "carol"])
        #expect(timeline["isCut"] == .boolean(false))
    }

    @Test func `a message that never was has no steps, and a Realtime Database no past`() async throws {
        let scene = try await scene(.status)
        let body = #"{"schema":"status","conversation":"c1","message":"never"}"#
        #expect(await scene.probe(.post, "/api/timeline", body).json["steps"] == .array([]))
        let other = try ConsoleProbe(stores: [.realtimeDatabase])
        let answer = await other(
            .post, "/api/timeline", #"{"schema":"read-at","conversation":"c1","message":"m"}"#)
        #expect(answer.error?.contains("no past") == true)
    }
}
