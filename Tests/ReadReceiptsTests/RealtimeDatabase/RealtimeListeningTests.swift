import FirestoreModel
import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

@Suite("Listening to the Realtime Database (C)")
struct RealtimeListeningTests {
    /// Waits for ever: what arrives has not been asked for.
    private let stillClock = InstantClock { _, _ in try await untilCancelled() }

    private func summary(_ updates: [ReceiptUpdate]?) -> [String] {
        (updates ?? []).map { "\($0.kind) \($0.message.id) \($0.message.readBy.joined(separator: ","))" }
    }

    @Test(.timeLimit(.minutes(1)))
    func `C3, C4: readers arrive without being asked for`() async throws {
        let chat = try await RealtimeChat(senders: ["alice", "bob"])
        let alice = try chat.session("alice")
        var updates = try alice.listen(conversationID: "c1", clock: stillClock).makeAsyncIterator()
        #expect(summary(try await updates.next()) == ["added m1 ", "added m2 "])
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        #expect(summary(try await updates.next()) == ["modified m1 bob"])
        try await chat.put("m3", from: "carol", at: 3)
        #expect(summary(try await updates.next()) == ["added m3 "])
        try await chat.admin.reference(withPath: "messages/c1/m1").removeValue()
        #expect(summary(try await updates.next()) == ["removed m1 bob"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `C5: a member who is removed is waited for no longer`() async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let alice = try chat.session("alice")
        var updates = try alice.listen(conversationID: "c1", clock: stillClock).makeAsyncIterator()
        let first = try #require(try await updates.next())
        #expect(first.first?.receipt == .progress(.readBy(1, of: 2)))
        try await chat.admin.reference(withPath: "conversations/c1/members/carol").removeValue()
        let second = try #require(try await updates.next())
        #expect(second.first?.receipt == .checkmark(.read))
    }

    @Test(.timeLimit(.minutes(1)))
    func `the newest messages alone can be listened to`() async throws {
        let chat = try await RealtimeChat(senders: Array(repeating: "alice", count: 5))
        let bob = try chat.session("bob")
        var updates = try bob.listen(
            conversationID: "c1", options: ListenerOptions(newest: 2), clock: stillClock
        ).makeAsyncIterator()
        #expect(summary(try await updates.next()) == ["added m4 ", "added m5 "])
        try await chat.put("m6", from: "alice", at: 6)
        #expect(summary(try await updates.next()) == ["removed m4 ", "added m6 "])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a conversation that is not there is said to be missing`() async throws {
        let chat = try await RealtimeChat()
        var updates = try chat.session("bob").listen(conversationID: "c9", clock: stillClock)
            .makeAsyncIterator()
        await #expect(throws: ReceiptsError.self) { try await updates.next() }
    }
}
