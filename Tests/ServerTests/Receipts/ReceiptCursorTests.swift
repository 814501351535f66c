import FirestoreClient
import FirestoreModel
import HTTPTransport
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@Suite("Cursors instead of lists")
struct ReceiptCursorTests {
    private func cursor(_ user: UserID, in chat: TestChat) async throws -> [String: Any]? {
        try await chat.admin.document("conversations/c1/reads/\(user)").getDocument().data()
    }

    @Test func `F1: 600 messages are marked read by one write, and the second time by none`() async throws {
        let chat = try await TestChat(messages: 600, schema: .readUpTo)
        let bob = try chat.service("bob")
        let result = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((result.commits, result.documentsWritten) == (1, 1))
        #expect(result.documentsRead == 3)
        let again = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((again.commits, again.documentsWritten, again.skipped) == (0, 0, [.alreadyMarked: 1]))
        let audience = try await chat.service("alice").audience(of: "c1")
        for message in try await chat.messages().values {
            #expect(DisplayedStatus(of: message, among: audience, seenBy: "alice")?.status == .read)
        }
    }

    @Test func `F1: a cursor has the time and the id of the message, and the server's time`() async throws {
        let chat = try await TestChat(messages: 3, schema: .readUpTo)
        let result = try await chat.service("bob").markRead(
            conversation: "c1", messageIDs: ["m1"], user: "bob")
        #expect(result.marked == ["m1"])
        let fields = try #require(try await cursor("bob", in: chat))
        let message = try #require(try await chat.messages()["m1"])
        #expect(
            fields.keys.sorted() == [
                "deliveredUpTo", "deliveredUpToID", "readUpTo", "readUpToID", "updatedAt",
            ])
        #expect(fields["readUpTo"] as? Timestamp == message.timestamp)
        #expect((fields["readUpToID"] as? String, fields["deliveredUpToID"] as? String) == ("m1", "m1"))
    }

    @Test func `F2: a cursor moves forward only, delivered before read`() async throws {
        let chat = try await TestChat(messages: 5, schema: .readUpTo)
        let bob = try chat.service("bob")
        _ = try await bob.markDelivered(conversation: "c1", messageIDs: ["m3"], user: "bob")
        #expect(try await cursor("bob", in: chat)?["readUpTo"] == nil)
        _ = try await bob.markRead(conversation: "c1", messageIDs: ["m1", "m0"], user: "bob")
        let fields = try #require(try await cursor("bob", in: chat))
        let later = try await chat.messages()
        let last = [later["m0"], later["m1"]].compactMap { $0?.position }.max()
        #expect(fields["readUpToID"] as? String == last?.messageID.string)
        let result = try await bob.markDelivered(conversation: "c1", messageIDs: ["m0"], user: "bob")
        #expect((result.commits, result.skipped) == (0, [.alreadyMarked: 1]))
    }

    @Test func `F2: several devices of one user never move it back`() async throws {
        let chat = try await TestChat(messages: 30, schema: .readUpTo)
        let ids = try await chat.messages().values.compactMap(\.position).sorted().map(\.messageID)
        let admin = ReceiptService(firestore: chat.admin, schema: .readUpTo)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids.shuffled() {
                group.addTask {
                    _ = try await admin.markRead(conversation: "c1", messageIDs: [id], user: "bob")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await cursor("bob", in: chat)?["readUpToID"] as? String == ids.last?.string)
    }

    @Test func `F3: only others' messages move a cursor, however many of one's own are newer`() async throws {
        let chat = try await TestChat(messages: 1, schema: .readUpTo)
        for number in 0..<25 {
            try await chat.message(MessageID("own\(number)")).setData(
                TestChat.message(from: "bob", schema: .readUpTo))
        }
        let result = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        #expect(result.marked == ["m0"])
        let alice = try await chat.service("alice").markRead(
            conversation: "c1", messageIDs: ["m0"], user: "alice")
        #expect((alice.marked, alice.skipped) == ([], [.ownMessage: 1]))
    }

    @Test func `F4: who has read a message stands in its details, with the time by which they had`()
        async throws
    {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 2, schema: .readUpTo)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let alice = try chat.service("alice")
        let details = try await alice.details(
            of: "m0", conversation: "c1", user: "alice", profiles: UserProfiles(of: alice))
        #expect((details.read.map(\.userID), details.notRead.map(\.userID)) == (["bob"], ["carol"]))
        #expect(details.read[0].readAt != nil)
    }

    @Test func `F5: what is missing, foreign, a system message or without a time is not marked`() async throws
    {
        let chat = try await TestChat(messages: 1, schema: .readUpTo)
        try await chat.message("untimed").setData(["senderId": "alice", "text": "Hello"])
        try await chat.message("system").setData(
            TestChat.message(schema: .readUpTo).merging(["isSystemMessage": true]) { $1 })
        let bob = try chat.service("bob")
        let result = try await bob.markRead(
            conversation: "c1", messageIDs: ["gone", "untimed", "system", "m0"], user: "bob")
        #expect((result.marked, result.skipped) == (["m0"], [.systemMessage: 1]))
        #expect(
            result.failed.map(\.reason) == [
                "there is no such message (conversations/c1/messages/gone)",
                "the message has no timestamp (conversations/c1/messages/untimed)",
            ])
        let other = try await #require(throws: ReceiptsError.self) {
            try await chat.service("mallory").markAllRead(conversation: "c1", user: "mallory")
        }
        #expect(other.code == .notAMember)
        let slash = try await #require(throws: ReceiptsError.self) {
            try await chat.service("a/b").markAllRead(conversation: "c1", user: "a/b")
        }
        #expect(slash.code == .invalidArgument)
    }

    @Test func `F6: a worker's receipts of one member for many messages are one write`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 40, schema: .readUpTo)
        let pending = (0..<40).flatMap { number in
            ["bob", "carol"].map { user in
                PendingReceipt(
                    .read, conversationID: "c1", messageID: MessageID("m\(number)"), userID: UserID(user))
            }
        }
        let report = await ReceiptBatch.write(
            pending + [PendingReceipt(.read, conversationID: "c1", messageID: "m0", userID: "mallory")],
            through: ReceiptService(firestore: chat.admin, schema: .readUpTo))
        #expect((report.commits, report.documentsWritten) == (1, 2))
        for outcome in report.outcomes.dropLast() {
            guard case .written = outcome else { return #expect(Bool(false), "\(outcome)") }
        }
        guard case .refused(.permissionDenied, _) = report.outcomes.last else {
            return #expect(Bool(false), "\(report.outcomes)")
        }
    }

    @Test func `F7: a private place is written where only its owner may read it`() async throws {
        let chat = try await TestChat(messages: 2, schema: .readUpTo)
        let request = ReceiptRequest(.read, conversationID: "c1", isPrivate: true)
        _ = try await chat.service("bob").mark(request, user: "bob")
        #expect(try await cursor("bob", in: chat) == nil)
        let kept = try await chat.admin.document("conversations/c1/privateReads/bob").getDocument()
        #expect(kept.exists)
        let session = try chat.session("bob", sendsReceipts: false)
        let again = try await session.markConversationAsRead(conversationID: "c1")
        #expect((again.documentsWritten, again.skipped) == (0, [.alreadyMarked: 1]))
        let other = try await TestChat(messages: 1)
        let error = try await #require(throws: ReceiptsError.self) {
            try await other.service("bob").mark(request, user: "bob")
        }
        #expect(error.code == .invalidArgument)
    }

    /// What a listener says: `m0 1 of 2`, with the number of readers.
    private func counts(_ updates: [ReceiptUpdate]?) -> [String] {
        (updates ?? []).map { update in
            guard case .status(let status)? = update.receipt else { return "\(update.message.id) -" }
            return "\(update.message.id) \(status.readCount) of \(status.recipientCount)"
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func `F8: a listener shows what a moved cursor has passed, and reads no message again`(
        listens: Bool
    ) async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 1, schema: .readUpTo)
        for id: MessageID in ["m1", "m2"] {
            try await chat.message(id).setData(TestChat.message(schema: .readUpTo))
        }
        let clock: any Clock<Duration> = listens ? ManualClock() : InstantClock()
        let listener = try chat.service("alice", listens: listens).listen(conversation: "c1", clock: clock)
        var updates = listener.makeAsyncIterator()
        #expect(counts(try await updates.next()) == ["m0 0 of 2", "m1 0 of 2", "m2 0 of 2"])
        let bob = try chat.service("bob")
        _ = try await bob.markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
        #expect(counts(try await updates.next()) == ["m0 1 of 2", "m1 1 of 2"])
        let usage = listener.usage
        _ = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        #expect(counts(try await updates.next()) == ["m0 2 of 2", "m1 2 of 2", "m2 1 of 2"])
        // Google's emulator sends the whole result after each change.
        if listens, !chat.server.isGoogles {
            #expect(listener.usage.documentsRead == usage.documentsRead + 1)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `F9: a session marks what arrives delivered, and shows its own readings at once`() async throws {
        let chat = try await TestChat(messages: 2, schema: .readUpTo)
        let session = try chat.session("bob", listens: true)
        let listener = try session.listen(conversationID: "c1", clock: ManualClock())
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next()?.count == 2)
        // The listener itself has reported both delivered, by one write.
        let delivered = try #require(try await updates.next())
        #expect(delivered.allSatisfy { $0.message.deliveredTo == ["bob"] && $0.message.readBy == [] })
        let position = try await chat.messages().values.compactMap(\.position).max()
        #expect(
            try await chat.service("alice").cursor(of: "bob", in: "c1")?[.delivered] == position)
        async let marking = session.markConversationAsRead(conversationID: "c1")
        let read = try #require(try await updates.next())
        #expect(read.allSatisfy { $0.message.readBy == ["bob"] })
        #expect(try await marking.documentsWritten == 1)
    }

    @Test func `F10: in a large group the server counts, and few reads are billed`() async throws {
        let members = ["alice"] + (1...60).map { UserID("u\($0)") }
        let chat = try await TestChat(members: members, schema: .readUpTo)
        for (id, second): (MessageID, Int64) in [("m0", 1_800_000_000), ("m1", 1_800_000_001)] {
            var fields = TestChat.message(schema: .readUpTo)
            fields["timestamp"] = Timestamp(seconds: second, nanoseconds: 0)
            try await chat.message(id).setData(fields)
        }
        let admin = ReceiptService(firestore: chat.admin, schema: .readUpTo)
        let messages = try await admin.messages(conversation: "c1")
        let pending =
            (1...40).map { number in
                PendingReceipt(
                    number > 30 ? .delivered : .read, conversationID: "c1",
                    messageID: number > 10 ? "m0" : "m1",
                    userID: UserID("u\(number)"))
            } + [PendingReceipt(.read, conversationID: "c1", messageID: "m0", userID: "alice")]
        _ = await ReceiptBatch.write(pending, through: admin)
        let alice = try chat.service("alice")
        let counted = try await alice.audience(of: "c1", for: messages)
        let read = try await alice.audience(of: "c1")
        var seen: [DisplayedStatus?] = []
        for audience in [counted, read] {
            seen += messages.map { DisplayedStatus(of: $0, among: audience, seenBy: "alice") }
        }
        #expect(seen[0] == DisplayedStatus(status: .delivered, readCount: 30, recipientCount: 60))
        #expect(seen[1] == DisplayedStatus(status: .delivered, readCount: 10, recipientCount: 60))
        #expect(seen[2...].elementsEqual(seen[..<2]))
        // Nobody has counted for other messages.
        let other = Message(id: "m2", senderID: "alice", status: nil, timestamp: messages[1].timestamp)
        #expect(DisplayedStatus(of: other, among: counted, seenBy: "alice") == nil)
        #expect(counted.marked(messages[0]).readBy == [])
    }
}
