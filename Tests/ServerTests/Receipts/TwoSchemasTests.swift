import FirestoreClient
import FirestoreModel
import ReadReceipts
import TestSupport
import Testing

/// An app that moves from lists in messages to cursors.
@Suite("From lists to cursors") struct TwoSchemasTests {
    private func cursors(_ chat: TestChat) async throws -> [String: String] {
        var cursors: [String: String] = [:]
        for document in try await chat.admin.collection("conversations/c1/reads").getDocuments().documents {
            let (delivered, read) = (document.data()["deliveredUpToID"], document.data()["readUpToID"])
            cursors[document.documentID] = "\(delivered as? String ?? "-") \(read as? String ?? "-")"
        }
        return cursors
    }

    /// A conversation with messages one second apart: all have received m4, bob has read up to m3, and carol only m1.
    private func chat() async throws -> TestChat {
        let chat = try await TestChat(members: ["alice", "bob", "carol", "dave"], schema: .deliveredTo)
        for number in 0..<5 {
            var fields = TestChat.message(schema: .deliveredTo)
            fields["timestamp"] = Timestamp(seconds: 1_700_000_000 + Int64(number), nanoseconds: 0)
            fields["deliveredTo"] = ["bob", "carol", "dave"]
            fields["readBy"] = (number < 4 ? ["bob"] : []) + (number == 1 ? ["carol", "stranger"] : [])
            try await chat.message(MessageID("m\(number)")).setData(fields)
        }
        return chat
    }

    private func migration(_ chat: TestChat, to schema: ReceiptSchema = .readUpTo) throws -> ReceiptMigration
    {
        try ReceiptMigration(ReceiptService(firestore: chat.admin, schema: chat.schema), to: schema)
    }

    @Test
    func `each member's cursor is at the last message that lists them, and a second time nothing moves`()
        async throws
    {
        let chat = try await chat()
        let outcome = try await migration(chat).run("c1") { _ in }
        #expect((outcome.members, outcome.moved, outcome.unchanged) == (4, 3, 0))
        #expect(outcome.failures.isEmpty)
        #expect(try await cursors(chat) == ["bob": "m4 m3", "carol": "m4 m1", "dave": "m4 -"])
        let again = try await migration(chat).run("c1") { _ in }
        #expect((again.moved, again.unchanged, again.documentsWritten) == (0, 3, 0))
        // The lists stay.
        #expect(try await chat.messages()["m1"]?.readBy == ["bob", "carol", "stranger"])
    }

    @Test func `a migration goes on after a receipt that is newer than the lists`() async throws {
        let chat = try await chat()
        let service = ReceiptService(firestore: chat.admin, schema: .readUpTo)
        _ = try await ReceiptService(firestore: chat.admin, schema: .deliveredTo).markRead(
            conversation: "c1", messageIDs: ["m4"], user: "dave")
        var forced = service
        forced.force = true
        _ = try await forced.markRead(conversation: "c1", messageIDs: ["m4"], user: "bob")
        let outcome = try await migration(chat).run("c1") { _ in }
        #expect((outcome.moved, outcome.unchanged, outcome.failures.count) == (2, 1, 0))
        #expect(try await cursors(chat) == ["bob": "m4 m4", "carol": "m4 m1", "dave": "m4 m4"])
    }

    @Test func `commits are paced, and a stopped migration writes nothing more`() async throws {
        let chat = try await chat()
        await #expect(throws: ReceiptsError.self) {
            try await migration(chat).run("c1") { _ in throw CancellationError() }
        }
        #expect(try await cursors(chat) == [:])
    }

    @Test func `in a conversation of two, the status tells what was delivered`() async throws {
        let chat = try await TestChat(messages: 2, status: "delivered")
        let outcome = try await migration(chat).run("c1") { _ in }
        #expect(outcome.moved == 1)
        let messages = try await chat.messages().values
        let last = messages.compactMap(\.position).max()?.messageID.string ?? ""
        #expect(try await cursors(chat) == ["bob": "\(last) -"])
    }

    @Test func `schemas that do not fit are refused before anything is read`() async throws {
        let chat = try await TestChat()
        for (schema, words) in [
            (ReceiptSchema.status, "schema status has no cursors to move to; use read-up-to"),
            (.readBy, "schemas status and read-by differ in conversations: conversations and chats"),
            (.readAt, "schemas status and read-at are of different databases"),
        ] {
            let error = try #require(throws: ReceiptsError.self) { try migration(chat, to: schema) }
            #expect(error.code == .invalidArgument)
            #expect(error.message.hasPrefix(words))
        }
        let missing = await #expect(throws: ReceiptsError.self) {
            try await migration(chat).run("none") { _ in }
        }
        #expect(missing?.code == .notFound)
    }

    @Test func `after the move, messages with lists are shown and marked if the schema accepts them`()
        async throws
    {
        let chat = try await chat()
        _ = try await migration(chat).run("c1") { _ in }
        var schema = ReceiptSchema.readUpTo
        for accepts in [false, true] {
            schema.cursors?.acceptsLists = accepts
            let alice = ReceiptService(
                firestore: try chat.server.firestore(as: .emulatorUser(uid: "alice")), schema: schema)
            let messages = try await alice.messages(conversation: "c1")
            let audience = try await alice.audience(of: "c1")
            let shown = messages.map {
                DisplayedReceipt(of: $0, among: audience, seenBy: "alice", schema: schema)
            }
            let counts = [2, 2, 1, 1, 0].map { count in
                DisplayedReceipt.status(
                    DisplayedStatus(status: .delivered, readCount: count, recipientCount: 3))
            }
            #expect(shown == (accepts ? counts : Array(repeating: nil, count: 5)))
            let dave = ReceiptService(
                firestore: try chat.server.firestore(as: .emulatorUser(uid: "dave")), schema: schema)
            if accepts {
                #expect(try await dave.markAllRead(conversation: "c1", user: "dave").marked == ["m4"])
            } else {
                await #expect(throws: ReceiptsError.self) {
                    try await dave.markAllRead(conversation: "c1", user: "dave")
                }
            }
        }
    }

    @Test func `both schemas can be written by one call, session or worker`() async throws {
        let chat = try await TestChat(messages: 3)
        var bob = try chat.service("bob")
        bob.alsoWrites = .readUpTo
        let result = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((result.marked.count, result.documentsWritten, result.failed.count) == (3, 4, 0))
        let again = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((again.marked.count, again.documentsWritten) == (0, 0))
        let last = try await chat.messages().values.compactMap(\.position).max()?.messageID.string ?? ""
        #expect(try await cursors(chat) == ["bob": "\(last) \(last)"])

        var admin = ReceiptService(firestore: chat.admin)
        admin.alsoWrites = .readUpTo
        try await chat.message("m3").setData(TestChat.message(from: "bob"))
        let report = await ReceiptBatch.write(
            ["m3", "gone"].map { id in
                PendingReceipt(.read, conversationID: "c1", messageID: id, userID: "alice")
            }, through: admin)
        #expect(report.documentsWritten == 2)
        guard case .written = report.outcomes[0], case .refused(.notFound, _) = report.outcomes[1] else {
            return #expect(Bool(false), "\(report.outcomes)")
        }
        #expect(try await cursors(chat)["alice"] == "m3 m3")
    }

    @Test func `a commit holds as many writes as the service says`() async throws {
        let chat = try await TestChat(messages: 1200)
        var bob = try chat.service("bob")
        #expect(bob.writesPerCommit == 500)
        bob.writesPerCommit = 1000
        let ids = (0..<1200).map { MessageID("m\($0)") }
        let delivered = try await bob.markDelivered(conversation: "c1", messageIDs: ids, user: "bob")
        #expect((delivered.commits, delivered.documentsWritten) == (2, 1200))
        bob.writesPerCommit = 5000
        let read = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((read.commits, read.documentsWritten) == (1, 1200))
        bob.writesPerCommit = 0
        #expect(bob.writesPerCommit == 1)
    }
}
