import JSONText
import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

@testable import RealtimeDatabaseEmulator
@testable import ReceiptConsole

@Suite("A conversation of a Realtime Database as its members see it", .timeLimit(.minutes(1)))
struct RealtimePaneTests {
    /// A chat with messages of alice, `m0`, `m1` and so on, and a page on it that has connected.
    private func page(
        _ members: [String] = ["alice", "bob"], messages: Int = 1
    ) async throws -> (chat: DatabaseReference, page: PageProbe, probe: ConsoleProbe) {
        let probe = try ConsoleProbe(stores: [.realtimeDatabase])
        let root = try ConsoleProbe.admin(of: probe.database).reference()
        var values: [String: DatabaseValue] = [:]
        for member in members { values["conversations/c1/members/\(member)"] = true }
        for number in 0..<messages {
            values["messages/c1/m\(number)"] = [
                "senderID": "alice", "text": "Hello",
                "serverTimestamp": .number(Double(1_790_000_000_000 + number)),
            ]
        }
        try await root.updateChildValues(values)
        let page = PageProbe(probe)
        await page.connect()
        _ = await page.next()
        return (root, page, probe)
    }

    private func open(_ users: String..., on page: PageProbe) async {
        for user in users { await page.open(user, "c1", schema: "read-at") }
        await page.hear { picture in users.allSatisfy { picture.isOpen($0) } }
    }

    @Test func `between two, the check mark turns blue when the message has been seen`() async throws {
        let (_, page, _) = try await page()
        await open("alice", "bob", on: page)
        await page.hear { $0.receipt("alice", "m0") == "check grey" }
        #expect(await page.picture.messages["bob"]?["m0"]?["unread"] == .boolean(true))
        await page.command(#"{"command":"see","pane":"bob","shown":["m0"]}"#)
        await page.hear { $0.receipt("alice", "m0") == "check blue" }
        await page.hear { $0.messages["bob"]?["m0"]?["unread"] == .boolean(false) }
    }

    @Test func `a receipt from an app with Firebase's SDK shows, as one from the console does`() async throws
    {
        let (_, page, probe) = try await page()
        await open("alice", on: page)
        await page.hear { $0.receipt("alice", "m0") == "check grey" }
        let app = probe.database.sessions.open("demo-default-rtdb", host: "127.0.0.1:9000", last: nil)
        _ = app.receive(
            Array(
                #"{"t":"d","d":{"r":1,"a":"m","b":{"p":"messages/c1/m0/readBy","d":{"bob":{".sv":"timestamp"}}}}}"#
                    .utf8), over: .webSocket)
        await page.hear { $0.receipt("alice", "m0") == "check blue" }
    }

    @Test func `what is sent shows at once, and arrives`() async throws {
        let (_, page, _) = try await page(messages: 0)
        await open("alice", "bob", on: page)
        #expect(await page.command(#"{"command":"send","pane":"alice","text":"Hi"}"#).status == 200)
        await page.hear { $0.messages["bob"]?.values.contains { $0["text"]?.string == "Hi" } == true }
        await page.hear {
            $0.messages["alice"]?.values.contains { $0["sending"]?.string == "sent" } == true
        }
    }

    @Test func `the details tell by name who has read when, and go on telling while they are open`()
        async throws
    {
        let (chat, page, probe) = try await page(["alice", "bob", "carol"])
        try await chat.child("users/bob/displayName").setValue("Bob Baker")
        await open("alice", on: page)
        await page.command(#"{"command":"openSheet","pane":"alice","message":"m0"}"#)
        await page.hear { $0.sheets["alice"]?["state"]?.string == "loaded" }
        func section(_ number: Int) async -> (title: String?, people: [String]) {
            let sections = await page.picture.sheets["alice"]?["sections"]?.array ?? []
            guard number < sections.count else { return (nil, []) }
            let people = sections[number]["people"]?.array ?? []
            return (sections[number]["title"]?.string, people.compactMap { $0["name"]?.string })
        }
        #expect(await section(1) == ("Not Read Yet", ["Bob Baker", "Deleted User"]))
        let database = try ConsoleProbe.admin(of: probe.database).acting(as: .emulatorUser(uid: "bob"))
        _ = try await ReceiptService(database: database).markRead(
            conversation: "c1", messageIDs: ["m0"], user: "bob")
        await page.hear { ($0.sheets["alice"]?["sections"]?.array?[0]["people"]?.array ?? []).count == 1 }
        let reader = await page.picture.sheets["alice"]?["sections"]?.array?[0]["people"]?.array?[0]
        let time = try await chat.child("messages/c1/m0/readBy/bob").getData().databaseValue
        #expect(reader?["name"]?.string == "Bob Baker")
        #expect(reader?["time"] == .number("\(try #require(time.int))"))
    }

    @Test func `a device without a connection hears and reports nothing, until it is back`() async throws {
        let (chat, page, _) = try await page(messages: 2)
        await open("alice", "bob", on: page)
        await page.command(#"{"command":"setOffline","pane":"bob","offline":true}"#)
        await page.hear { $0.panes["bob"]?["state"]?.string == "offline" }
        await page.command(#"{"command":"see","pane":"bob","shown":["m0","m1"]}"#)
        await page.hear { $0.panes["bob"]?["queued"] == .number("2") }
        await page.command(#"{"command":"send","pane":"alice","text":"Are you there?"}"#)
        func shows(_ user: String, _ picture: PageProbe.Picture) -> Bool {
            picture.messages[user]?.values.contains { $0["text"]?.string == "Are you there?" } ?? false
        }
        await page.hear { shows("alice", $0) }
        #expect(await !shows("bob", page.picture))
        #expect(try await chat.child("messages/c1/m0/readBy").getData().exists() == false)
        #expect(await page.command(#"{"command":"send","pane":"bob","text":"Hello?"}"#).status == 200)
        await page.hear {
            $0.messages["bob"]?.values.contains {
                $0["text"]?.string == "Hello?" && $0["sending"]?.string == "pending"
            } == true
        }
        await page.command(#"{"command":"setOffline","pane":"bob","offline":false}"#)
        await page.hear {
            shows("bob", $0) && $0.receipt("alice", "m1") == "check blue"
                && $0.panes["bob"]?["queued"] == .number("0") && $0.isOpen("bob")
        }
    }

    @Test func `older messages are looked up page by page, and stay what they are on the server`()
        async throws
    {
        let (chat, page, _) = try await page(messages: 250)
        await open("alice", on: page)
        #expect(await page.picture.messages["alice"]?.count == 200)
        let older = await page.command(#"{"command":"loadOlder","pane":"alice"}"#).json
        #expect(older["messages"]?.array?.count == 50 && older["isComplete"] == .boolean(true))
        try await chat.child("messages/c1/m0/readBy/bob").setValue(ServerValue.timestamp())
        await page.hear { $0.receipt("alice", "m0") == "check blue" }
    }

    @Test func `what the rules refuse is reported`() async throws {
        let (_, page, probe) = try await page()
        await page.open("carol", "none", schema: "read-at")
        await page.hear { $0.panes["carol"]?["state"]?.string == "failed" }
        #expect(await page.picture.panes["carol"]?["error"]?.string?.contains("no conversation") == true)
        let rules = """
            {"rules": {"conversations": {".read": true},
              "messages": {"$c": {".read": "auth.uid === 'alice'", ".indexOn": "serverTimestamp"}}}}
            """
        #expect(probe.database.setRules(rules, namespace: "demo-default-rtdb") == [])
        await open("alice", on: page)
        await page.open("bob", "c1", schema: "read-at")
        await page.hear { $0.panes["bob"]?["state"]?.string == "failed" }
        #expect(await page.picture.panes["bob"]?["error"]?.string?.contains("denied") == true)
    }
}
