import FirestoreModel
import ReadReceipts
import RealtimeDatabase
import Synchronization
import TestSupport
import Testing

@Suite("Listening to the Realtime Database (C)")
struct RealtimeListeningTests {
    /// Waits forever: events arrive without polling.
    private let stillClock = InstantClock { _, _ in try await untilCancelled() }

    private func summary(_ updates: [ReceiptUpdate]?) -> [String] {
        (updates ?? []).map {
            "\($0.kind) \($0.message.id) \($0.message.readBy.map(\.string).joined(separator: ","))"
        }
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

    @Test(.timeLimit(.minutes(1)), arguments: [nil, 3])
    func `edits, deletions and messages with an earlier time arrive without being asked for`(newest: Int?)
        async throws
    {
        let chat = try await RealtimeChat(senders: ["bob", "bob", "bob"])
        _ = try await chat.service("alice").markAllRead(conversation: "c1", user: "alice")
        _ = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        let messages = chat.admin.reference(withPath: "messages/c1")
        var updates = try chat.session("alice").listen(
            conversationID: "c1",
            options: ListenerOptions(newest: newest, includesText: true, refreshInterval: nil),
            clock: stillClock
        ).makeAsyncIterator()
        #expect(try await updates.next()?.count == 3)
        try await messages.child("m1/text").setValue("edited")
        let edited = try await updates.next()
        #expect(edited?.map(\.kind) == [.modified] && edited?.first?.message.text == "edited")
        try await messages.child("m1").removeValue()
        #expect(summary(try await updates.next()).map { $0.prefix(10) } == ["removed m1"])
        try await chat.put("past", from: "bob", at: -5)
        #expect(summary(try await updates.next()) == ["added past "])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a database that comes back with other data shows that data`() async throws {
        let chat = try await RealtimeChat(senders: ["alice", "alice"])
        var updates = try chat.session("alice").listen(conversationID: "c1", clock: stillClock)
            .makeAsyncIterator()
        #expect(try await updates.next()?.count == 2)
        try await chat.admin.reference().setValue([
            "conversations": ["c1": ["members": ["alice": true, "bob": true]]],
            "messages": ["c1": ["m2": ["senderID": "bob", "text": "other", "serverTimestamp": 5000]]],
        ])
        var seen: [String] = []
        while seen.filter({ !$0.hasPrefix("modified m1") }).count < 2, let found = try await updates.next() {
            seen += summary(found)
        }
        #expect(seen.contains("removed m1 ") && seen.contains("modified m2 "))
    }

    @Test(.timeLimit(.minutes(1)), arguments: SeededGenerator.seeds(8))
    func `random edits, deletions, inserts in the past and restarts: the view is what the database holds`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let newest = random.oneIn(2) ? 5 : nil
        let chat = try await RealtimeChat(senders: ["alice", "bob"])
        let listener = try chat.session("alice").listen(
            conversationID: "c1",
            options: ListenerOptions(newest: newest, includesText: true, refreshInterval: nil),
            clock: stillClock)
        let view = Mutex<[MessageID: Message]>([:])
        let listening = Task {
            for try await updates in listener {
                view.withLock { view in
                    for update in updates {
                        #expect((view[update.message.id] == nil) == (update.kind == .added))
                        view[update.message.id] = update.kind == .removed ? nil : update.message
                    }
                }
            }
        }
        let messages = chat.admin.reference(withPath: "messages/c1")
        var ids = ["m1", "m2"]
        for step in 0..<40 {
            let old = ids.isEmpty ? nil : random.pick(ids)
            switch (random.int(0...6), old) {
            case (0...2, _), (_, nil):
                ids.append("n\(step)")
                let time = random.oneIn(3) ? -random.int(1...50) : step + 10
                try await chat.put("n\(step)", from: random.pick(["alice", "bob"]), at: time)
            case (3, let old?):
                try await messages.child(old).child("text").setValue(.string("edited \(step)"))
            case (4, let old?):
                try await messages.child(old).removeValue()
                ids.removeAll { $0 == old }
            case (5, let old?):
                try await messages.child(old).child("readBy/carol").setValue(.number(Double(step) * 1000))
            default:
                guard random.oneIn(4) else { break }
                ids = ["m1"]
                try await messages.setValue([
                    "m1": ["senderID": "bob", "text": "other", "serverTimestamp": 7000]
                ])
            }
        }
        let all = try await chat.service().messages(conversation: "c1")
        let expected = Array(newest.map { all.suffix($0) } ?? all[...])
        for _ in 0..<200_000 {
            if view.withLock({ $0.values.sorted(by: Message.isOlder) }) == expected { break }
            await Task.yield()
        }
        #expect(view.withLock { $0.values.sorted(by: Message.isOlder) } == expected)
        listening.cancel()
        _ = await listening.result
    }

    @Test(.timeLimit(.minutes(1)))
    func `a conversation that is not there is said to be missing`() async throws {
        let chat = try await RealtimeChat()
        var updates = try chat.session("bob").listen(conversationID: "c9", clock: stillClock)
            .makeAsyncIterator()
        await #expect(throws: ReceiptsError.self) { try await updates.next() }
    }
}
