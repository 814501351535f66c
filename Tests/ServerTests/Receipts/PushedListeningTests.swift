import FirestoreClient
import HTTPTransport
import HTTPTypes
import ReadReceipts
import Synchronization
import TestSupport
import Testing

/// Listening where the server pushes changes. The listeners' clock stands still, so nothing is polled.
@Suite struct PushedListeningTests {
    private let stillClock = ManualClock()

    /// The updates in words: `modified m1 read`.
    private func summary(_ updates: [ReceiptUpdate]?) -> [String] {
        (updates ?? []).map { "\($0.kind) \($0.message.id) \($0.message.status?.rawValue ?? "-")" }
    }

    @Test(.timeLimit(.minutes(1)))
    func `receipts, new messages and deletions arrive without being asked for`() async throws {
        let chat = try await TestChat(messages: 2)
        let listener = try chat.service("alice", listens: true).listen(
            conversation: "c1", clock: stillClock)
        var updates = listener.makeAsyncIterator()
        #expect(Set(summary(try await updates.next())) == ["added m0 sent", "added m1 sent"])
        _ = try await chat.service("bob").markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
        let read = try #require(try await updates.next())
        #expect(summary(read) == ["modified m1 read"])
        #expect(read.first?.message.readBy == ["bob"])
        #expect(read.first?.previous?.status == .sent)
        try await chat.message("m2").setData(TestChat.message())
        #expect(summary(try await updates.next()) == ["added m2 sent"])
        try await chat.message("m0").delete()
        #expect(summary(try await updates.next()) == ["removed m0 sent"])
    }

    @Test(.withoutFaults("it counts what is read"), .timeLimit(.minutes(1)))
    func `what is billed is what has changed`() async throws {
        let chat = try await TestChat(messages: 20)
        let service = try chat.service("alice", listens: true)
        let listener = try service.listen(conversation: "c1", clock: stillClock)
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next()?.count == 20)
        #expect(listener.usage.documentsRead == 21)
        _ = try await chat.service("bob").markRead(conversation: "c1", messageIDs: ["m1", "m2"], user: "bob")
        var changed = 0
        while changed < 2, let more = try await updates.next() { changed += more.count }
        // Google's emulator sends the whole result after each change.
        #expect(listener.usage.documentsRead == (chat.server.isGoogles ? 41 : 23))
    }

    @Test(.timeLimit(.minutes(1)))
    func `an empty result is billed as one read, once`() async throws {
        let chat = try await TestChat()
        let listener = try chat.service("alice", listens: true).listen(
            conversation: "c1", clock: stillClock)
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next() == [])
        // The conversation, and the messages that are not there.
        #expect(listener.usage.documentsRead == 2)
        try await chat.message("m1").setData(TestChat.message())
        #expect(summary(try await updates.next()) == ["added m1 sent"])
        #expect(listener.usage.documentsRead == 3)
    }

    @Test(.timeLimit(.minutes(1)))
    func `texts come only if they are asked for`() async throws {
        let chat = try await TestChat(messages: 1)
        for includesText in [false, true] {
            var updates = try chat.service("alice", listens: true).listen(
                conversation: "c1", options: ListenerOptions(includesText: includesText), clock: stillClock
            ).makeAsyncIterator()
            #expect(try await updates.next()?.first?.message.text == (includesText ? "Hello" : nil))
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `the newest messages alone can be listened to`() async throws {
        let chat = try await TestChat()
        for number in 1...4 { try await chat.message("m\(number)").setData(TestChat.message()) }
        var updates = try chat.service("alice", listens: true).listen(
            conversation: "c1", options: ListenerOptions(newest: 2), clock: stillClock
        ).makeAsyncIterator()
        #expect(summary(try await updates.next()) == ["added m3 sent", "added m4 sent"])
        try await chat.message("m5").setData(TestChat.message())
        #expect(summary(try await updates.next()) == ["removed m3 sent", "added m5 sent"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a member who is removed is waited for no longer`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 1)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        var updates = try chat.session("alice", listens: true).listen(
            conversationID: "c1", clock: stillClock
        ).makeAsyncIterator()
        func read(_ status: MessageStatus, by count: Int, of all: Int) -> DisplayedReceipt {
            .status(DisplayedStatus(status: status, readCount: count, recipientCount: all))
        }
        #expect(try await updates.next()?.first?.receipt == read(.delivered, by: 1, of: 2))
        try await chat.admin.document("conversations/c1").updateData(["participants": ["alice", "bob"]])
        #expect(try await updates.next()?.first?.receipt == read(.read, by: 1, of: 1))
    }

    @Test(.timeLimit(.minutes(1)))
    func `what this device marks shows at once, and never as it was before`() async throws {
        let chat = try await TestChat(messages: 3)
        let bob = try chat.session("bob", listens: true)
        var updates = try bob.listen(
            conversationID: "c1", options: ListenerOptions(marksDelivered: false), clock: stillClock
        ).makeAsyncIterator()
        #expect(try await updates.next()?.count == 3)
        _ = try await bob.markConversationAsRead(conversationID: "c1")
        var confirmed: Set<MessageID> = []
        while confirmed.count < 3, let group = try await updates.next() {
            for update in group {
                #expect(update.message.readBy == ["bob"])
                if !update.hasPendingWrites { confirmed.insert(update.message.id) }
            }
        }
        #expect(confirmed.count == 3)
    }

    @Test(.timeLimit(.minutes(1)))
    func `messages from others are marked delivered as they arrive`() async throws {
        let chat = try await TestChat()
        var updates = try chat.session("bob", listens: true).listen(
            conversationID: "c1", clock: stillClock
        ).makeAsyncIterator()
        #expect(try await updates.next() == [])
        try await chat.message("m1").setData(TestChat.message())
        var status: MessageStatus?
        while status != .delivered, let group = try await updates.next() {
            status = group.last?.message.status
        }
        #expect(try await chat.messages()["m1"]?.status == .delivered)
    }

    @Test(.timeLimit(.minutes(1)))
    func `all conversations of a user are listened to, from joining to leaving`() async throws {
        let chat = try await TestChat(messages: 1)
        var updates = try chat.session("bob", listens: true).listenToAllConversations(
            options: ListenerOptions(marksDelivered: false), clock: stillClock
        ).makeAsyncIterator()
        #expect(summary(try await updates.next()) == ["added m0 sent"])
        let other = chat.admin.document("conversations/c2")
        try await other.setData(["participants": ["alice", "bob"]])
        try await other.collection("messages").document("x").setData(TestChat.message())
        var seen: [String] = []
        while seen.isEmpty, let group = try await updates.next() { seen += summary(group) }
        #expect(seen == ["added x sent"])
        // Of a conversation that was left nothing is heard.
        try await other.updateData(["participants": ["alice"]])
        try await chat.message("m1").setData(TestChat.message())
        #expect(summary(try await updates.next()) == ["added m1 sent"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `open details follow what happens`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 1)
        let alice = try chat.service("alice", listens: true)
        var states = alice.liveDetails(
            of: "m0", conversation: "c1", user: "alice", profiles: UserProfiles(of: alice), clock: stillClock
        ).makeAsyncIterator()
        var readers = -1
        while readers < 0, let state = await states.next() {
            if case .loaded(let details) = state { readers = details.read.count }
        }
        #expect(readers == 0)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        while readers == 0, let state = await states.next() {
            if case .loaded(let details) = state { readers = details.read.count }
        }
        #expect(readers == 1)
    }

    @Test(.withoutFaults("it counts what is read"), .timeLimit(.minutes(1)))
    func `after an outage only what has changed is read`() async throws {
        let chat = try await TestChat(messages: 30)
        let base = chat.server.transport
        let streams = SwitchedStreams(base)
        let service = try chat.service("alice", through: streams, listens: true)
        let listener = try service.listen(conversation: "c1", clock: stillClock)
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next()?.count == 30)
        streams.isDown = true
        _ = try await chat.service("bob").markRead(conversation: "c1", messageIDs: ["m7"], user: "bob")
        try await chat.message("m8").delete()
        streams.isDown = false
        var seen: Set<String> = []
        while seen.count < 2, let group = try await updates.next() { seen.formUnion(summary(group)) }
        #expect(seen == ["modified m7 read", "removed m8 sent"])
        // The conversation, the messages, and the one that has changed. Google's emulator sends the whole result after each change.
        if !chat.server.isGoogles { #expect(listener.usage.documentsRead == 1 + 30 + 1) }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a server without channels is polled`() async throws {
        let chat = try await TestChat(messages: 1)
        let base = chat.server.transport
        let polls = Mutex(0)
        // Others wait on this clock while the message is written.
        let afterWrite = 1000
        let service = try chat.service("alice", through: ChannelLess(base: base), listens: true)
        let listener = try service.listen(
            conversation: "c1",
            clock: InstantClock { _, _ in
                let poll = polls.withLock { polls in
                    polls += 1
                    return polls
                }
                if poll == 1 {
                    try await chat.message("m1").setData(TestChat.message())
                    polls.withLock { $0 = afterWrite }
                } else if poll > afterWrite + 3 {
                    try await untilCancelled()
                }
            })
        var updates = listener.makeAsyncIterator()
        #expect(summary(try await updates.next()) == ["added m0 sent"])
        #expect(summary(try await updates.next()) == ["added m1 sent"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a conversation is polled if a proxy holds back what the server pushes`() async throws {
        let chat = try await TestChat(messages: 1)
        let base = chat.server.transport
        // The waits for a sign of life take no time.
        let firestore = try chat.server.firestore(
            as: .emulatorUser(uid: "alice"), through: HoldingProxy(base: base), clock: InstantClock())
        let listener = try ReceiptService(firestore: firestore).listen(
            conversation: "c1", clock: stillClock)
        var updates = listener.makeAsyncIterator()
        #expect(summary(try await updates.next()) == ["added m0 sent"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a conversation that the rules close ends the listening with the server's refusal`() async throws {
        let chat = try await TestChat(messages: 1)
        try await chat.server.setRules(
            "service cloud.firestore { match /databases/{d}/documents { match /{all=**} { allow read: if false; } } }"
        )
        var updates = try chat.service("alice", listens: true).listen(
            conversation: "c1", clock: stillClock
        ).makeAsyncIterator()
        await #expect { _ = try await updates.next() } throws: { error in
            (error as? ReceiptsError)?.code == .permissionDenied
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: SeededGenerator.seeds(4))
    func `random chats look the same pushed and polled`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let newest = random.oneIn(2) ? 5 : nil
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 2)
        let pushed = try view(of: chat, newest: newest, .automatic)
        let polled = try view(of: chat, newest: newest, .polling)
        defer {
            pushed.task.cancel()
            polled.task.cancel()
        }
        var ids: [MessageID] = ["m0", "m1"]
        for step in 0..<30 {
            let old = ids.isEmpty ? nil : random.pick(ids)
            switch (random.int(0...5), old) {
            case (0...1, _), (_, nil):
                ids.append("n\(step)")
                try await chat.message("n\(step)").setData(
                    TestChat.message(from: random.pick(["alice", "bob", "carol"])))
            case (2, let old?):
                try await chat.message(old).updateData(["text": "edited \(step)"])
            case (3, let old?):
                ids.removeAll { $0 == old }
                try await chat.message(old).delete()
            case (_, let old?):
                let reader = random.pick(["bob", "carol"] as [UserID])
                _ = try await chat.service(reader).markRead(
                    conversation: "c1", messageIDs: [old], user: reader)
            }
        }
        var all = try await chat.messages().values.sorted(by: Message.isOlder)
        if let newest { all = all.suffix(newest) }
        let expected = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.readBy) })
        for view in [pushed.view, polled.view] {
            while view.messages.withLock({ $0.mapValues(\.readBy) }) != expected {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        #expect(pushed.view.messages.withLock { $0 } == polled.view.messages.withLock { $0 })
    }

    /// What a listener shows.
    private final class View: Sendable {
        let messages = Mutex<[MessageID: Message]>([:])

        func show(_ updates: [ReceiptUpdate]) {
            messages.withLock { messages in
                for update in updates {
                    #expect((messages[update.message.id] == nil) == (update.kind == .added))
                    messages[update.message.id] = update.kind == .removed ? nil : update.message
                }
            }
        }
    }

    private func view(
        of chat: TestChat, newest: Int?, _ method: ListenerOptions.Method
    ) throws -> (view: View, task: Task<Void, any Error>) {
        let options = ListenerOptions(
            method: method, interval: .milliseconds(10), newest: newest, includesText: true,
            refreshInterval: .milliseconds(10))
        let listener = try chat.service("alice", listens: true).listen(conversation: "c1", options: options)
        let view = View()
        return (view, Task { for try await updates in listener { view.show(updates) } })
    }
}

/// A server that has no channels.
private struct ChannelLess: HTTPStreamingTransport {
    let base: any HTTPStreamingTransport

    private func isChannel(_ request: HTTPRequest) -> Bool { request.path?.contains("/channel") == true }

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        if isChannel(request) { return HTTPExchangeResponse(head: HTTPResponse(status: .notFound)) }
        return try await base.send(request, body: body)
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        try await base.open(request, body: body)
    }
}

/// A proxy that passes on no answer that stays open.
private struct HoldingProxy: HTTPStreamingTransport {
    let base: any HTTPStreamingTransport

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await base.send(request, body: body)
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        try? await untilCancelled()
        throw HTTPTransportError(.cancelled, "nobody waits any longer")
    }
}
