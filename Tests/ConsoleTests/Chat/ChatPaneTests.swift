import FirestoreClient
import HTTPTypes
import JSONText
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("A conversation as its members see it", .timeLimit(.minutes(1)))
struct ChatPaneTests {
    /// A chat, and a page on it that has connected.
    private func page(
        _ members: [UserID] = ["alice", "bob"], messages: Int = 0, schema: ReceiptSchema = .status
    ) async throws -> (chat: TestChat, page: PageProbe, probe: ConsoleProbe) {
        let chat = try await TestChat(members: members, messages: messages, schema: schema)
        let probe = try ConsoleProbe(chat.server)
        let page = PageProbe(probe)
        await page.connect()
        _ = await page.next()
        return (chat, page, probe)
    }

    @Test(arguments: [
        (ReceiptSchema.status, "doubleCheck grey", "doubleCheck blue"),
        (.deliveredTo, "none grey Delivered", "none grey Read at "),
        (.readBy, "none grey Delivered", "none blue Read"),
    ])
    func `between two, the sender sees the message delivered and read`(
        schema: ReceiptSchema, delivered: String, read: String
    ) async throws {
        let (_, page, _) = try await page(messages: 1, schema: schema)
        await page.open("alice", "c1", schema: schema.name)
        await page.hear { $0.isOpen("alice") }
        await page.open("bob", "c1", schema: schema.name)
        await page.hear { $0.isOpen("bob") && $0.receipt("alice", "m0") == delivered }
        #expect(await page.picture.messages["bob"]?["m0"]?["unread"] == .boolean(true))
        #expect(await page.picture.receipt("bob", "m0") == nil)
        await page.command(#"{"command":"see","pane":"bob","shown":["m0"]}"#)
        await page.hear { $0.receipt("alice", "m0")?.hasPrefix(read) == true }
        await page.hear { $0.messages["bob"]?["m0"]?["unread"] == .boolean(false) }
    }

    @Test(arguments: [
        (ReceiptSchema.status, ["doubleCheck grey", "doubleCheck grey Read by 1 of 2", "doubleCheck blue"]),
        (
            .deliveredTo,
            ["none grey Delivered", "none grey Read by some users", "none grey Read by all users"]
        ),
        (.readBy, ["none grey Delivered", "none grey Read by 1/2", "none blue Read by all"]),
    ])
    func `in a group the sender sees how many have read`(schema: ReceiptSchema, steps: [String]) async throws
    {
        let (_, page, _) = try await page(["alice", "bob", "carol"], messages: 1, schema: schema)
        for user in ["alice", "bob", "carol"] { await page.open(user, "c1", schema: schema.name) }
        await page.hear { picture in
            ["alice", "bob", "carol"].allSatisfy { picture.isOpen($0) }
                && picture.receipt("alice", "m0") == steps[0]
        }
        await page.command(#"{"command":"see","pane":"bob","shown":["m0"]}"#)
        await page.hear { $0.receipt("alice", "m0") == steps[1] }
        await page.command(#"{"command":"see","pane":"carol","shown":["m0"]}"#)
        await page.hear { $0.receipt("alice", "m0") == steps[2] }
    }

    @Test func `what is sent shows at once, and arrives`() async throws {
        let (_, page, _) = try await page()
        for user in ["alice", "bob"] { await page.open(user, "c1") }
        await page.hear { $0.isOpen("alice") && $0.isOpen("bob") }
        #expect(
            await page.command(#"{"command":"send","pane":"alice","text":"Hi <b>bob</b>"}"#).status == 200)
        await page.hear {
            $0.messages["bob"]?.values.contains { $0["text"]?.string == "Hi <b>bob</b>" } == true
        }
        await page.hear {
            $0.messages["alice"]?.values.contains { $0["receipt"]?["symbol"]?.string == "doubleCheck" }
                == true
        }
        let sent = await page.picture.messages["alice"]?.values.first
        #expect(sent?["sending"]?.string == "sent" && sent?["mine"] == .boolean(true))
    }

    @Test func `a device without a connection keeps its receipts, and reports them when it is back`()
        async throws
    {
        let (chat, page, _) = try await page(messages: 2)
        for user in ["alice", "bob"] { await page.open(user, "c1") }
        await page.hear { $0.isOpen("bob") && $0.receipt("alice", "m1") == "doubleCheck grey" }
        await page.command(#"{"command":"setOffline","pane":"bob","offline":true}"#)
        await page.hear { $0.panes["bob"]?["state"]?.string == "offline" }
        await page.command(#"{"command":"see","pane":"bob","shown":["m0","m1"]}"#)
        await page.hear { $0.panes["bob"]?["queued"] == .number("2") }
        #expect(await page.picture.receipt("alice", "m0") == "doubleCheck grey")
        #expect(try await chat.messages()["m0"]?.readBy == [])
        #expect(await page.command(#"{"command":"send","pane":"bob","text":"Hello?"}"#).status == 200)
        await page.hear {
            $0.messages["bob"]?.values.contains {
                $0["text"]?.string == "Hello?" && $0["sending"]?.string == "pending"
            } == true
        }
        await page.command(#"{"command":"setOffline","pane":"bob","offline":false}"#)
        await page.hear {
            $0.receipt("alice", "m0") == "doubleCheck blue" && $0.panes["bob"]?["queued"] == .number("0")
        }
        #expect(await page.picture.isOpen("bob"))
        #expect(try await chat.messages()["m1"]?.readBy == ["bob"])
    }

    @Test func `the details tell by name who has read, and go on telling while they are open`() async throws {
        let (chat, page, _) = try await page(["alice", "bob", "carol"], messages: 1)
        try await chat.admin.document("users/bob").setData(["displayName": "Bob Baker"])
        await page.open("alice", "c1")
        await page.hear { $0.isOpen("alice") }
        #expect(await page.picture.messages["alice"]?["m0"]?["details"] == .boolean(true))
        await page.command(#"{"command":"openSheet","pane":"alice","message":"m0"}"#)
        await page.hear { $0.sheets["alice"]?["state"]?.string == "loaded" }
        func people(_ section: Int) async -> [String] {
            let sections = await page.picture.sheets["alice"]?["sections"]?.array ?? []
            guard section < sections.count else { return [] }
            return (sections[section]["people"]?.array ?? []).compactMap { $0["name"]?.string }
        }
        #expect(await people(0) == [])
        #expect(await people(1) == ["Bob Baker", "Unknown User"])
        _ = try await chat.service("bob").markRead(conversation: "c1", messageIDs: ["m0"], user: "bob")
        await page.hear { ($0.sheets["alice"]?["sections"]?.array?[0]["people"]?.array ?? []).count == 1 }
        #expect(await page.picture.sheets["alice"]?["subtitle"]?.string == "1 of 2 members")
        let count = await page.heard.count
        await page.command(#"{"command":"closeSheet","pane":"alice"}"#)
        _ = try await chat.service("carol").markRead(conversation: "c1", messageIDs: ["m0"], user: "carol")
        await page.hear { $0.receipt("alice", "m0") == "doubleCheck blue" }
        #expect(await page.heard.dropFirst(count).allSatisfy { $0.kind != "sheet" })
    }

    @Test func `details that cannot be loaded say so, and are tried again`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 1)
        let network = SwitchedTransport(chat.server.transport)
        let probe = try ConsoleProbe(chat.server, transport: network)
        let page = PageProbe(probe)
        await page.connect()
        await page.open("alice", "c1")
        await page.hear { $0.isOpen("alice") }
        network.isDown = true
        await page.command(#"{"command":"openSheet","pane":"alice","message":"m0"}"#)
        await page.hear { $0.sheets["alice"]?["state"]?.string == "failed" }
        #expect(
            await page.picture.sheets["alice"]?["error"]?.string?.hasPrefix("Unable to load read receipts")
                == true)
        await page.hear { $0.panes["alice"]?["error"]?.string?.contains("trying again") == true }
        network.isDown = false
        await page.command(#"{"command":"retrySheet","pane":"alice"}"#)
        await page.hear {
            $0.sheets["alice"]?["state"]?.string == "loaded" && $0.panes["alice"]?["error"] == .null
        }
    }

    @Test func `older messages are looked up page by page, and stay what they are on the server`()
        async throws
    {
        let (chat, page, _) = try await page(messages: 450)
        for user in ["alice", "bob"] { await page.open(user, "c1") }
        await page.hear { $0.isOpen("alice") && $0.isOpen("bob") }
        #expect(await page.picture.messages["alice"]?.count == 200)
        #expect(await page.picture.panes["alice"]?["isComplete"] == .boolean(false))
        var counts: [Int] = []
        var last = JSON.null
        for _ in 0..<2 {
            last = await page.command(#"{"command":"loadOlder","pane":"alice"}"#).json
            counts.append(last["messages"]?.array?.count ?? -1)
        }
        #expect(counts == [200, 50] && last["isComplete"] == .boolean(true))
        let oldest = try #require(last["messages"]?.array?.first?["id"]?.string)
        // Somebody reads and somebody deletes, far up in the conversation.
        _ = try await chat.service("bob").markRead(
            conversation: "c1", messageIDs: [MessageID(oldest)], user: "bob")
        await page.hear { $0.receipt("alice", oldest) == "doubleCheck blue" }
        let second = try #require(last["messages"]?.array?[1]["id"]?.string)
        try await chat.message(MessageID(second)).delete()
        func isGone(_ event: PageProbe.Event) -> Bool {
            (event.data["changes"]?.array ?? []).contains {
                $0["kind"]?.string == "removed" && $0["message"]?["id"]?.string == second
            }
        }
        while let event = await page.next(), !isGone(event) {}
    }

    @Test func `what others edit, delete and insert is shown, also where everybody has read everything`()
        async throws
    {
        let (chat, page, _) = try await page(messages: 450)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        await page.open("alice", "c1")
        await page.hear { $0.isOpen("alice") }
        var older: [String] = []
        for _ in 0..<2 {
            let answer = await page.command(#"{"command":"loadOlder","pane":"alice"}"#).json
            older = (answer["messages"]?.array ?? []).compactMap { $0["id"]?.string } + older
        }
        #expect(older.count == 250)
        let listened = try #require(await page.picture.messages["alice"]?.keys.sorted().first)
        for id in [listened, older[10]] {
            try await chat.message(MessageID(id)).updateData(["text": "edited \(id)"])
        }
        let newest = try #require(await page.picture.messages["alice"]?.keys.sorted().last)
        for id in [newest, older[220]] { try await chat.message(MessageID(id)).delete() }
        let time = try #require(try await chat.messages()[MessageID(older[100])]?.timestamp)
        try await chat.message("past").setData(
            TestChat.message(from: "bob", status: "read", readBy: ["alice"]).merging(["timestamp": time]) {
                $1
            })
        func gone(_ heard: [PageProbe.Event], _ id: String) -> Bool {
            heard.contains { event in
                (event.data["changes"]?.array ?? []).contains {
                    $0["kind"]?.string == "removed" && $0["message"]?["id"]?.string == id
                }
            }
        }
        await page.hear { picture in
            [listened, older[10]].allSatisfy {
                picture.messages["alice"]?[$0]?["text"]?.string == "edited \($0)"
            }
                && picture.messages["alice"]?["past"] != nil
        }
        while true {
            let heard = await page.heard
            if gone(heard, newest) && gone(heard, older[220]) { break }
            guard await page.next() != nil else { break }
        }
    }

    @Test func `a conversation that is deleted is said to be gone, and shown again when it is back`()
        async throws
    {
        let (chat, page, _) = try await page(messages: 1)
        await page.open("alice", "c1")
        await page.hear { $0.isOpen("alice") }
        try await chat.message("m0").delete()
        try await chat.admin.document("conversations/c1").delete()
        await page.hear {
            $0.panes["alice"]?["isGone"] == .boolean(true) && $0.messages["alice"]?.isEmpty == true
        }
        try await chat.admin.document("conversations/c1").setData(["participants": ["alice", "bob"]])
        try await chat.message("m0").setData(TestChat.message())
        await page.hear {
            $0.panes["alice"]?["isGone"] == .boolean(false) && $0.messages["alice"]?["m0"] != nil
        }
    }

    @Test func `a page that comes back after a while goes on where it was`() async throws {
        let (chat, page, _) = try await page(messages: 1)
        await page.open("alice", "c1")
        await page.hear { $0.isOpen("alice") }
        let last = try #require(await page.heard.last?.number)
        await page.disconnect()
        _ = try await chat.service("bob").markRead(conversation: "c1", messageIDs: ["m0"], user: "bob")
        await page.connect(after: last)
        let hello = await page.next()
        #expect(hello?.kind == "hello" && hello?.data["resumed"] == .boolean(true))
        await page.hear { $0.receipt("alice", "m0") == "doubleCheck blue" }
        let stranger = PageProbe(try ConsoleProbe(chat.server), id: "other")
        await stranger.connect(after: last)
        #expect(await stranger.next()?.data["resumed"] == .boolean(false))
    }

    @Test func `a page that is left is closed at once, and may come back`() async throws {
        let (_, page, probe) = try await page(messages: 1)
        await page.open("alice", "c1")
        await page.hear { $0.isOpen("alice") }
        let last = try #require(await page.heard.last?.number)
        weak let visit = probe.console.router.visits.visit("page")
        #expect(visit != nil)
        #expect(await page.command(#"{"command":"leave"}"#).status == 200)
        #expect(probe.console.router.visits.visit("page") == nil)
        #expect(await page.command(#"{"command":"closePane","pane":"alice"}"#).status == 404)
        while visit != nil { await Task.yield() }
        // A page that is still there is notified by the end of the events.
        while await page.next() != nil {}
        await page.connect(after: last)
        let hello = await page.next()
        #expect(hello?.kind == "hello" && hello?.data["resumed"] == .boolean(false))
        await page.open("alice", "c1")
        var isOpen = false
        while !isOpen, let event = await page.next() { isOpen = event.data["state"]?.string == "open" }
        #expect(isOpen)
    }

    @Test func `what cannot be opened says why`() async throws {
        let (_, page, _) = try await page()
        await page.open("mallory", "c1")
        await page.hear { $0.panes["mallory"]?["state"]?.string == "failed" }
        #expect(await page.picture.panes["mallory"]?["error"]?.string?.contains("not a member") == true)
        await page.open("bob", "none")
        await page.hear { $0.panes["bob"]?["state"]?.string == "failed" }
        #expect(await page.picture.panes["bob"]?["error"]?.string?.contains("no conversation") == true)
        for (command, words) in [
            (#"{"command":"openPane","pane":"p","user":"","conversation":"c1"}"#, "no user"),
            (#"{"command":"openPane","pane":"p","user":"u"}"#, "conversation"),
            (#"{"command":"openPane","pane":"p","user":"u","conversation":"c1","schema":"x"}"#, "no schema"),
            (#"{"command":"dance","pane":"p"}"#, "no command"),
            (#"{"command":"send","pane":"p","text":"a"}"#, "open it first"),
            (#"{"command":"send","pane":"bob","text":7}"#, "wrong type"), ("[", "not valid JSON"),
            ("", "not valid JSON"),
            (
                #"{"command":"send","pane":"bob","text":"\#(String(repeating: "a", count: 100_001))"}"#,
                "longer"
            ),
        ] {
            let answer = await page.command(command)
            #expect(
                (400..<500).contains(answer.status) && answer.error?.contains(words) == true,
                "\(command.prefix(80))")
        }
        #expect(await PageProbe(try ConsoleProbe(), id: "nobody").command("{}").status == 404)
    }

    @Test func `a page has a bounded number of panes, and closing one makes room`() async throws {
        let (_, page, _) = try await page()
        for number in 1...8 { await page.open("u\(number)", "c1") }
        let refused = await page.command(
            #"{"command":"openPane","pane":"u9","user":"u9","conversation":"c1"}"#)
        #expect(refused.status == 400 && refused.error?.contains("at most") == true)
        await page.command(#"{"command":"closePane","pane":"u1"}"#)
        #expect(
            await page.command(#"{"command":"openPane","pane":"u9","user":"u9","conversation":"c1"}"#).status
                == 200)
    }

    @Test func `what the rules refuse is reported once, and not again when the device has been away`()
        async throws
    {
        let (_, page, probe) = try await page(messages: 1)
        let rules = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents {
              match /{any=**} { allow read, create: if true; }
              match /conversations/{c}/messages/{m} { allow update: if request.resource.data.status != 'read'; }
            } }
            """
        #expect(await probe.setRules(rules).status == 200)
        for user in ["alice", "bob"] { await page.open(user, "c1") }
        await page.hear { $0.isOpen("alice") && $0.isOpen("bob") }
        await page.command(#"{"command":"see","pane":"bob","shown":["m0"]}"#)
        await page.hear { $0.panes["bob"]?["error"]?.string?.contains("could not be written") == true }
        await page.command(#"{"command":"setOffline","pane":"bob","offline":true}"#)
        await page.command(#"{"command":"setOffline","pane":"bob","offline":false}"#)
        await page.command(#"{"command":"send","pane":"alice","text":"Still there?"}"#)
        await page.hear { $0.messages["bob"]?.count == 2 }
        #expect(await page.picture.panes["bob"]?["error"] == .null)
        #expect(await page.picture.messages["bob"]?["m0"]?["unread"] == .boolean(true))
    }

    @Test func `a console that is gone leaves nothing that asks`() async throws {
        let chat = try await TestChat(messages: 1)
        weak var network: SwitchedTransport?
        do {
            let transport = SwitchedTransport(chat.server.transport)
            network = transport
            let page = PageProbe(try ConsoleProbe(chat.server, transport: transport))
            await page.connect()
            await page.open("alice", "c1")
            await page.hear { $0.isOpen("alice") }
        }
        // The caller keeps alive what it asks through.
        while network != nil { await Task.yield() }
    }
}
