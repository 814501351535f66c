import FirestoreClient
import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Writing without a connection")
    struct OfflineStories {
        /// The user's own messages on the device, oldest first, with their state.
        private func own(_ stage: ConsoleStage, _ user: String) async throws -> [String] {
            let script = """
                return [...document.querySelectorAll(arguments[0])]
                  .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
                  .map((row) => `${row.dataset.sending} ${row.querySelector(".bubble").innerText}`)
                """
            let rows = try await stage.browser.execute(
                script, .string("\(stage.device(user)) .row[data-mine=true]"))
            return (rows.array ?? []).compactMap(\.string)
        }

        private func waits(_ text: String, _ stage: ConsoleStage, _ user: String) async throws {
            try await stage.browser.wait(
                for: "\(stage.device(user)) [data-sending=pending]", containing: text)
        }

        /// All messages in the database, in the order of their times.
        private func stored(_ stage: ConsoleStage, _ schema: ReceiptSchema) async throws -> [String] {
            try await stage.service("alice", schema).messages(conversation: "c1").compactMap(\.text)
        }

        @Test(arguments: ReceiptSchema.presets)
        func
            `what is written offline waits with a clock, and is sent in order and once when the device is back`(
                schema: ReceiptSchema
            ) async throws
        {
            try await ConsoleStage.run([schema.store]) { stage in
                try await stage.conversation("c1", schema, ["alice", "bob"])
                try await stage.open(schema, "c1", ["alice", "bob"])
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                for text in ["One", "Two", "Three"] {
                    try await stage.send(text, from: "bob")
                    try await waits(text, stage, "bob")
                }
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-sending=pending] [data-symbol=clock]")
                // The first one is tried again from time to time.
                #expect(
                    try await own(stage, "bob").map { $0.replacing("sending ", with: "pending ") } == [
                        "pending One", "pending Two", "pending Three",
                    ])
                let time = try await stage.browser.findAll("\(stage.device("bob")) [data-mine=true] time")
                #expect(time.count == 1, "they have the time of the device")
                #expect(try await stored(stage, schema) == [])
                try await stage.picture("waiting-\(schema.name)")
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]", containing: "Three")
                try await stage.browser.waitUntilGone("\(stage.device("bob")) [data-symbol=clock]")
                #expect(try await own(stage, "bob") == ["sent One", "sent Two", "sent Three"])
                #expect(try await stored(stage, schema) == ["One", "Two", "Three"])
            }
        }

        @Test(arguments: [ReceiptSchema.status, .readAt])
        func `what waits is there again after a change of page and a reload, and is sent once`(
            schema: ReceiptSchema
        ) async throws {
            try await ConsoleStage.run([schema.store]) { stage in
                try await stage.conversation("c1", schema, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(schema, "c1", ["bob"])
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                try await stage.send("From the tunnel", from: "bob")
                try await waits("From the tunnel", stage, "bob")
                let address = try await stage.browser.execute("return location.hash").string ?? ""
                try await stage.browser.execute("location.hash = '#/data'")
                try await stage.browser.waitUntilGone("section[data-pane]")
                try await stage.browser.execute("location.hash = arguments[0]", .string(address))
                try await waits("From the tunnel", stage, "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")

                let asks = try await stage.browser.execute(
                    "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))")
                #expect(asks == .boolean(true), "closing the tab would lose it")
                try await stage.browser.reload()
                try await stage.browser.wait(for: stage.device("bob"))
                try await waits("From the tunnel", stage, "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                #expect(try await stored(stage, schema) == ["Hello"])
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-sending=sent]", containing: "From the tunnel")
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-message]", containing: "Hello")
                #expect(try await stored(stage, schema) == ["Hello", "From the tunnel"])
                try await stage.browser.wait(
                    until: "dispatchEvent(new Event('beforeunload', { cancelable: true }))")
            }
        }

        @Test func `what waits outlives a console that is started anew`() async throws {
            try await ConsoleStage.run(refusals: [0, 404]) { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"])
                try await stage.open(.status, "c1", ["bob"])
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                try await stage.send("Still here", from: "bob")
                try await waits("Still here", stage, "bob")
                try await stage.withoutConsole {
                    try await stage.browser.wait(for: "[data-connection=lost]")
                }
                try await stage.browser.wait(for: "[data-connection=live]")
                try await waits("Still here", stage, "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-sending=sent]", containing: "Still here")
                #expect(try await stored(stage, .status) == ["Still here"])
            }
        }

        private static let noSecrets = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents {
              match /{any=**} { allow read, update: if true; }
              match /conversations/{c}/messages/{m} {
                allow create: if request.resource.data.text != 'Secret';
              }
            } }
            """
        private static let open = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents { match /{any=**} { allow read, write: if true; } } }
            """

        @Test
        func
            `what the rules refuse says why, keeps nothing else from being sent, and is retried or discarded`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.profiles(["bob": "Bob Baker"])
                try await stage.conversation("c1", .status, ["alice", "bob"])
                stage.setRules(Self.noSecrets)
                try await stage.open(.status, "c1", ["alice", "bob"])
                for text in ["Secret", "Secret", "Plain"] { try await stage.send(text, from: "bob") }
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]", containing: "Plain")
                let failed = "\(stage.device("bob")) [data-sending=failed]"
                try await stage.browser.wait(
                    for: "\(failed) [data-failure]",
                    containing: "Not sent. The rules do not allow Bob Baker to send this message.")
                try await stage.picture("refused")
                try await stage.browser.wait(
                    until: "document.querySelectorAll('[data-sending=failed]').length === 2")
                try await stage.browser.find("\(failed) [data-action=discard-message]").click()
                try await stage.browser.wait(
                    until: "document.querySelectorAll('[data-sending=failed]').length === 1")
                stage.setRules(Self.open)
                try await stage.browser.find("\(failed) [data-action=send-again]").click()
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]", containing: "Secret")
                try await stage.browser.waitUntilGone(failed)
                #expect(try await stored(stage, .status) == ["Plain", "Secret"])
            }
        }

        @Test func `a draft stays on its device and in its conversation until it is sent`() async throws {
            try await ConsoleStage.run { stage in
                for id in ["c1", "c2"] { try await stage.conversation(id, .status, ["alice", "bob"]) }
                try await stage.open(.status, "c1", ["alice", "bob"])
                let field = "\(stage.device("bob")) [data-composer]"
                func waitForText(_ text: String, of user: String) async throws {
                    let field = "\(stage.device(user)) [data-composer]"
                    try await stage.browser.wait(
                        until: "document.querySelector(`\(field)`).value === '\(text)'")
                }
                try await stage.browser.find(field).type("Half a thou")
                try await stage.open(.status, "c2", ["alice", "bob"])
                try await waitForText("", of: "bob")
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.waitUntilGone("section[data-pane]")
                try await stage.open(.status, "c1", ["alice", "bob"])
                try await waitForText("Half a thou", of: "bob")
                try await waitForText("", of: "alice")
                try await stage.browser.reload()
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=open]")
                try await waitForText("Half a thou", of: "bob")
                try await stage.send("ght", from: "bob")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]", containing: "Half a thought")
                try await stage.browser.reload()
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=open]")
                try await waitForText("", of: "bob")
            }
        }
    }
}
