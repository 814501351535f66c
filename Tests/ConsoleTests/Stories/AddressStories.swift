import FirestoreClient
import JSONText
import ReadReceipts
import RealtimeDatabase
import ReceiptWorker
import Synchronization
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Addresses")
    struct AddressStories {
        private func hash(_ stage: ConsoleStage) async throws -> String {
            try await stage.browser.execute("return location.hash").string ?? ""
        }

        @Test func `back and forward lead through conversations, devices and schemas`()
            async throws
        {
            try await ConsoleStage.run { stage in
                for id in ["c1", "c2", "c3"] {
                    try await stage.conversation(
                        id, .status, ["alice", "bob", "carol"], title: "Talk \(id)",
                        messages: [("bob", "In \(id)")])
                }
                try await stage.open(.status, "c1", ["alice", "bob"])
                for id in ["c2", "c3"] {
                    try await stage.browser.wait(for: "[data-conversation=\(id)]").click()
                    try await stage.browser.wait(for: "h1", containing: "Talk \(id)")
                    try await stage.browser.wait(for: "\(stage.device("alice"))[data-state=open]")
                }
                try await stage.browser.find("[data-action=add-device]").click()
                try await stage.browser.wait(for: "[data-member=carol]").click()
                try await stage.browser.wait(for: stage.device("carol"))
                #expect(try await hash(stage) == "#/chat/status/c3/alice,bob,carol")
                try await stage.browser.back()
                try await stage.browser.waitUntilGone(stage.device("carol"))
                try await stage.browser.back()
                try await stage.browser.wait(for: "h1", containing: "Talk c2")
                #expect(try await hash(stage) == "#/chat/status/c2/alice,bob")
                try await stage.browser.back()
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]", containing: "In c1")
                try await stage.browser.execute("history.forward()")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]", containing: "In c2")
                try await stage.browser.find("#chat-schema [value=read-by]").click()
                try await stage.browser.wait(until: "location.hash.startsWith('#/chat/read-by')")
                try await stage.browser.back()
                try await stage.browser.wait(for: "h1", containing: "Talk c2")
            }
        }

        @Test func `a conversation that is left asks for nothing more, even if requests overtake each other`()
            async throws
        {
            try await ConsoleStage.run { stage in
                let many = (0..<450).map { (sender: "bob", text: "Number \($0)") }
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: many)
                try await stage.conversation("c2", .status, ["alice", "bob"], messages: [("bob", "Hi")])
                try await stage.open(.status, "c2", ["alice"])
                try await stage.browser.execute(
                    """
                    const send = window.fetch;
                    window.older = 0;
                    window.fetch = async (path, options) => {
                      if (!options?.body?.includes?.("loadOlder")) return await send(path, options);
                      window.older += 1;
                      await new Promise((done) => (window.goOn = done));
                      try {
                        return await send(path, options);
                      } finally {
                        window.isOver = true;
                      }
                    };
                    """)
                try await stage.browser.wait(for: "[data-conversation=c1]").click()
                try await stage.browser.wait(for: stage.message("m449", of: "alice"))
                try await stage.browser.execute("document.querySelector('.pane .list').scrollTop = 0")
                try await stage.browser.wait(until: "window.older === 1")
                try await stage.browser.wait(for: "[data-conversation=c2]").click()
                try await stage.browser.wait(for: stage.message("m0", of: "alice"), containing: "Hi")
                try await stage.browser.execute("goOn()")
                try await stage.browser.wait(until: "window.isOver")
                #expect(try await stage.browser.execute("return older") == 1)
            }
        }

        @Test func `a device that is removed while it opens is closed after it was opened`() async throws {
            try await ConsoleStage.run { stage in
                for id in ["c1", "c2"] {
                    try await stage.conversation(
                        id, .status, ["alice", "bob"], messages: [("bob", "In \(id)")])
                }
                try await stage.open(.status, "c2", ["alice"])
                try await stage.browser.execute(
                    """
                    const send = window.fetch;
                    window.order = [];
                    window.fetch = async (path, options) => {
                      const command = options?.body?.match?.(/"(openPane|closePane)","pane":"([^"]*)"/);
                      if (command?.[1] === "openPane" && !window.held) {
                        window.held = command[2];
                        await new Promise((done) => (window.goOn = done));
                      }
                      const response = await send(path, options);
                      if (command && command[2] === window.held) window.order.push(command[1]);
                      return response;
                    };
                    """)
                try await stage.browser.wait(for: "[data-conversation=c1]").click()
                try await stage.browser.wait(until: "window.held")
                try await stage.browser.wait(for: "[data-conversation=c2]").click()
                try await stage.browser.wait(for: stage.message("m0", of: "alice"), containing: "In c2")
                try await stage.browser.execute("goOn()")
                try await stage.browser.wait(until: "order.join() === 'openPane,closePane'")
            }
        }

        @Test func `a filter is part of the address, and the back button undoes it`()
            async throws
        {
            try await ConsoleStage.run { stage in
                for (room, seats) in ["blue": 4, "green": 12, "red": 30] {
                    try await stage.admin.document("rooms/\(room)").setData(["seats": seats])
                }
                func list(_ rooms: String) async throws {
                    try await stage.browser.wait(
                        until: "[...document.querySelectorAll('[data-document]')]"
                            + ".map((row) => row.dataset.document.slice(6)).join() === '\(rooms)'")
                }
                let address =
                    "#/data/rooms?where=seats&is=GREATER_THAN&value=%7B%22integerValue%22%3A%2210%22%7D"
                    + "&order=seats&direction=DESCENDING"
                try await stage.browser.open("\(stage.url)/\(address)")
                try await list("red,green")
                try await stage.browser.find("[data-document=\"rooms/red\"]").click()
                try await stage.browser.wait(for: ".document-pane [data-field=seats]", containing: "30")
                try await list("red,green")
                try await stage.browser.find("[data-action=clear-filter]").click()
                try await list("blue,green,red")
                #expect(try await hash(stage) == "#/data/rooms/red")
                try await stage.browser.back()
                try await list("red,green")
                try await stage.browser.back()
                try await stage.browser.waitUntilGone(".document-pane")
                #expect(try await hash(stage) == address)
                // Typing adds no steps to the history.
                try await stage.browser.find("[data-find]").type("gr")
                try await stage.browser.wait(until: "location.hash.includes('id=gr')")
                try await stage.browser.back()
                try await stage.browser.waitUntilGone("[data-document]")
            }
        }

        @Test(arguments: ["rules", "tree-rules"])
        func `a line of the rules, a request and the filter of the log are part of the address`(page: String)
            async throws
        {
            try await ConsoleStage.run(Set(ReceiptStore.allCases)) { stage in
                try await stage.conversation("c1", .status, ["alice"], messages: [("alice", "Hello")])
                let (source, log) = ("[data-source]", ".log [data-decision]")
                func marked(_ line: Int) async throws {
                    try await stage.browser.wait(
                        until: "[...document.querySelectorAll('\(source) .is-marked')]"
                            + ".map((one) => one.dataset.line).join() === '\(line)'")
                }
                try await stage.browser.open("\(stage.url)/#/\(page)/line/12")
                try await marked(12)
                // Arriving coverage redraws the lines.
                try await stage.browser.execute(
                    "document.querySelector(arguments[0]).click()",
                    .string("\(source) [data-line='9'] .source-number"))
                try await marked(9)
                #expect(try await hash(stage) == "#/\(page)/line/9")
                try await stage.browser.back()
                try await marked(12)
                for user in ["alice", "mallory"] {
                    let credentials = Credentials.emulatorUser(uid: user)
                    _ = try? await stage.admin.acting(as: credentials).document("conversations/c1")
                        .getDocument()
                    _ = try? await stage.database.acting(as: credentials).reference(withPath: "users/alice")
                        .getData()
                    _ = try? await stage.database.acting(as: credentials).reference(withPath: "no/way")
                        .getData()
                }
                try await stage.browser.wait(for: log, containing: "mallory")
                try await stage.browser.find("[data-log-denied]").click()
                try await stage.browser.wait(
                    until: "location.hash === '#/\(page)/line/12?denied'")
                // Typing adds no steps to the history.
                try await stage.browser.find("[data-log-filter]").type("mallory")
                try await stage.browser.wait(
                    until: "location.hash === '#/\(page)/line/12?denied&text=mallory'")
                try await stage.browser.wait(for: "\(log):not([hidden]) .log-row").click()
                try await stage.browser.wait(for: ".explanation")
                let address = try await hash(stage)
                #expect(address.hasPrefix("#/\(page)/request/") && address.hasSuffix("?denied&text=mallory"))
                try await stage.browser.back()
                try await stage.browser.waitUntilGone(".explanation")
                try await marked(12)
                try await stage.browser.execute("history.forward()")
                try await stage.browser.wait(for: ".explanation")
                #expect(try await hash(stage) == address)
                try await stage.browser.back()
                try await stage.browser.waitUntilGone(".explanation")
                try await stage.browser.back()
                try await stage.browser.wait(until: "!document.querySelector('[data-log-denied]').checked")
                try await stage.browser.open("\(stage.url)/#/\(page)?denied&text=nobody%20at%20all")
                try await stage.browser.wait(for: ".log-blank", containing: "No matches")
            }
        }

        @Test func `an address with a schema alone shows its conversations`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "c1", .status, ["alice", "bob"], title: "Talk", messages: [("bob", "Hello")])
                for schema in ["status", "read-by"] {
                    try await stage.browser.open("\(stage.url)/#/chat/\(schema)")
                    try await stage.browser.reload()
                    try await stage.browser.wait(for: "h1", containing: schema == "status" ? "Talk" : "Chat")
                }
            }
        }

        @Test func `an unknown address says so, with links to pages`() async throws {
            try await ConsoleStage.run { stage in
                for address in ["#/nowhere/at/all", "#/rules/line/zero", "#/chat/a/b/c/d"] {
                    try await stage.browser.open("\(stage.url)/\(address)")
                    try await stage.browser.wait(for: "#page h1", containing: "Page not found")
                    try await stage.browser.wait(for: "#page code", containing: address)
                    #expect(try await hash(stage) == address)
                }
                try await stage.picture("unknown")
                try await stage.browser.find("#page a[href='#/data']").click()
                try await stage.browser.wait(for: ".data-page")
            }
        }

        @Test func `without a worker, its page says how to start one, and shows it once it runs`()
            async throws
        {
            let folder = try TemporaryFolder()
            let path = "\(folder.path)/outbox.sqlite"
            let found = FoundOutbox()
            try await ConsoleStage.run(findOutbox: { found.outbox }) { stage in
                try await stage.browser.open("\(stage.url)/#/worker")
                try await stage.browser.wait(for: "#page h1", containing: "No worker yet")
                try await stage.browser.wait(for: "#page code", containing: "receipts worker")
                try await stage.picture("worker-none")
                found.set(try Outbox(path: path))
                try await stage.browser.wait(for: "[data-queued]")
                try await stage.browser.wait(for: "[data-nav=worker]")
            }
        }
    }

    /// An outbox that is created later.
    private final class FoundOutbox: Sendable {
        private let state = Mutex<Outbox?>(nil)

        var outbox: Outbox? { state.withLock { $0 } }

        func set(_ outbox: Outbox) { state.withLock { $0 = outbox } }
    }
}
