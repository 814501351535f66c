import FirestoreClient
import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Conversations of another schema")
    struct SchemaStories {
        /// Rules that allow everything.
        private static let openRules = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read, write; } } }
            """

        private func fields(_ stage: ConsoleStage, _ id: String) async throws -> [String] {
            let document = try await stage.admin.document("conversations/c1/messages/\(id)").getDocument()
            return (document.data() ?? [:]).keys.sorted()
        }

        @Test(arguments: [(ReceiptSchema.status, ReceiptSchema.deliveredTo), (.deliveredTo, .status)])
        func `another schema's conversation is read-only, says why, and opens as what it is`(
            schema: ReceiptSchema, other: ReceiptSchema
        ) async throws {
            try await ConsoleStage.run { stage in
                stage.setRules(Self.openRules)
                try await stage.conversation(
                    "c1", schema, ["alice", "bob", "carol"],
                    messages: [("alice", "First"), ("bob", "Second")])
                let before = try await fields(stage, "m0")
                try await stage.open(other, "c1", ["alice", "bob"])
                for user in ["alice", "bob"] {
                    let note = try await stage.browser.wait(
                        for: "\(stage.device(user)) [data-layout=read-only]",
                        containing: "these messages have the schema \(schema.name), not \(other.name)")
                    #expect(try await note.role == "status")
                    let field = try await stage.browser.find("\(stage.device(user)) [data-composer]")
                    #expect(try await field.attribute("disabled") != nil)
                    #expect(try await field.attribute("placeholder")?.hasPrefix("Read-only") == true)
                    #expect(
                        try await stage.browser.findAll("\(stage.device(user)) .receipt[data-symbol]").isEmpty
                    )
                }
                try await stage.browser.wait(
                    for: "[data-picker-layout]", containing: "have the schema \(schema.name)")
                try await stage.picture("read-only-\(schema.name)")
                // Somebody writes in the meantime: the message is shown a moment later, and stays as it was sent.
                _ = try await stage.service("carol", schema).send("Third", conversation: "c1", from: "carol")
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-message]", containing: "Third")
                #expect(try await fields(stage, "m0") == before)
                #expect(try await fields(stage, "m1") == before)
                try await stage.browser.find("\(stage.device("bob")) [data-open-as=\(schema.name)]").click()
                try await stage.browser.wait(until: "location.hash.startsWith('#/chat/\(schema.name)/c1')")
                try await stage.browser.waitUntilGone("[data-layout=read-only]")
                try await stage.browser.wait(for: "\(stage.message("m0", of: "alice")) .receipt[data-symbol]")
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-composer]:not([disabled])")
            }
        }

        @Test func `a conversation that mixes two is marked`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "c1", .status, ["alice", "bob"], messages: [("alice", "First")])
                try await stage.admin.document("conversations/c1/messages/m0").updateData([
                    "deliveredTo": ["bob"], "readAt": FieldValue.serverTimestamp(),
                ])
                // The schema that was chosen is named first.
                let choices = [
                    (ReceiptSchema.status, "status and delivered-to"),
                    (.deliveredTo, "delivered-to and status"),
                ]
                for (schema, names) in choices {
                    try await stage.open(schema, "c1", ["alice"])
                    try await stage.browser.wait(
                        for: "\(stage.device("alice")) [data-layout=mixed]", containing: "Mixed")
                    try await stage.browser.wait(
                        for: "[data-picker-layout]", containing: names)
                }
                try await stage.picture("mixed")
            }
        }

        @Test func `the picker says which schema the messages have`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "c1", .deliveredTo, ["alice", "bob"], messages: [("alice", "Hi")])
                try await stage.open(.deliveredTo, "c1", ["alice"])
                try await stage.browser.wait(
                    for: "[data-picker-layout]",
                    containing: "The messages shown have the schema delivered-to.")
            }
        }

        @Test func `the details of read-at call nobody delivered`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                try await stage.conversation(
                    "c1", .readAt, ["alice", "bob", "carol"], messages: [("alice", "First")])
                try await stage.open(.readAt, "c1", ["alice"])
                let message = stage.message("m0", of: "alice")
                try await stage.browser.wait(for: "\(message) button.receipt", containing: "Sent").click()
                let sheet = "\(stage.device("alice")) .sheet[data-state=loaded]"
                try await stage.browser.wait(
                    for: "\(sheet) [data-section=notRead]", containing: "Not Read Yet")
                let words = try await stage.browser.execute(
                    "return document.querySelector('.panes').innerText.toLowerCase().includes('delivered')")
                #expect(words == .boolean(false))
            }
        }
    }
}
