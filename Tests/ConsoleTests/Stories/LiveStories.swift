import FirestoreClient
import JSONText
import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Changes by others")
    struct LiveStories {
        /// Edits, deletes and inserts as an administrator.
        private func change(_ stage: ConsoleStage, _ schema: ReceiptSchema) async throws {
            if schema.store == .realtimeDatabase {
                let messages = stage.database.reference(withPath: "messages/c1")
                try await messages.child("m0/text").setValue("Edited")
                try await messages.child("m1").removeValue()
                try await messages.child("past").setValue([
                    "senderID": "bob", "text": "Inserted", "serverTimestamp": 1_790_000_000_500,
                    "readBy": ["alice": 1_790_000_000_600],
                ])
                return
            }
            let messages = "\(schema.conversations)/c1/\(schema.messages)"
            try await stage.admin.document("\(messages)/m0").updateData([schema.text: "Edited"])
            try await stage.admin.document("\(messages)/m1").delete()
            var past: [String: Any] = [
                schema.sender: "bob", schema.text: "Inserted",
                schema.timestamp: Timestamp(seconds: 1_790_000_000, nanoseconds: 500_000_000),
            ]
            if schema.cursors == nil { past[schema.readBy] = ["alice"] }
            if let field = schema.status { past[field] = "read" }
            if let field = schema.deliveredTo { past[field] = ["alice"] }
            try await stage.admin.document("\(messages)/past").setData(past)
        }

        @Test(arguments: ReceiptSchema.presets)
        func `edits, deletions and earlier messages appear in a chat that everybody has read`(
            schema: ReceiptSchema
        ) async throws {
            try await ConsoleStage.run([schema.store]) { stage in
                try await stage.conversation(
                    "c1", schema, ["alice", "bob"],
                    messages: [("alice", "Zero"), ("alice", "One"), ("alice", "Two")])
                _ = try await stage.service("bob", schema).markAllRead(conversation: "c1", user: "bob")
                try await stage.open(schema, "c1", ["alice", "bob"])
                for user in ["alice", "bob"] {
                    try await stage.browser.wait(for: stage.message("m2", of: user))
                }
                try await change(stage, schema)
                for user in ["alice", "bob"] {
                    try await stage.browser.wait(for: stage.message("m0", of: user), containing: "Edited")
                    try await stage.browser.waitUntilGone(stage.message("m1", of: user))
                    try await stage.browser.wait(for: stage.message("past", of: user), containing: "Inserted")
                }
                let order = try await stage.browser.execute(
                    """
                    return [...document.querySelectorAll(arguments[0])]
                      .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top)).map((row) => row.dataset.message)
                    """, .string("\(stage.device("alice")) .row"))
                #expect(order == ["m0", "past", "m2"])
            }
        }

        @Test func `after a database is replaced, its new data is shown`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "c1", .status, ["alice", "bob"], messages: [("alice", "Old zero"), ("alice", "Old one")])
                _ = try await stage.service("bob").markAllRead(conversation: "c1", user: "bob")
                try await stage.open(.status, "c1", ["alice"])
                try await stage.browser.wait(for: stage.message("m1", of: "alice"), containing: "Old one")
                for path in [
                    "conversations/c1/messages/m0", "conversations/c1/messages/m1", "conversations/c1",
                ] {
                    try await stage.admin.document(path).delete()
                }
                try await stage.browser.wait(
                    for: stage.device("alice"), containing: "This conversation no longer exists")
                try await stage.conversation(
                    "c1", .status, ["alice", "bob"], messages: [("bob", "New zero")])
                try await stage.browser.wait(for: stage.message("m0", of: "alice"), containing: "New zero")
                try await stage.browser.waitUntilGone(stage.message("m1", of: "alice"))
            }
        }
    }
}
