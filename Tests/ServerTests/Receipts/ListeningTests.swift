import FirestoreClient
import HTTPTransport
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@Suite("Listening")
struct ListeningTests {
    /// Listens without waiting: what is to happen between two polls happens in place of the wait.
    private func listen(
        _ chat: TestChat, newest: Int? = nil, patience: Duration = .seconds(30),
        refreshInterval: Duration? = .seconds(60),
        through transport: (any HTTPTransport)? = nil,
        between polls: @escaping @Sendable (Int, Duration) async throws -> Void
    ) throws -> ReceiptListener {
        try chat.service("alice", through: transport, retryPolicy: .never).listen(
            conversation: chat.id,
            options: ListenerOptions(
                interval: .milliseconds(100), patience: patience, newest: newest,
                refreshInterval: refreshInterval),
            clock: InstantClock(onSleep: polls))
    }

    @Test func `what is there comes first, then each change with what was before`() async throws {
        let chat = try await TestChat(messages: 2)
        let bob = try chat.service("bob")
        let changes = try listen(chat) { poll, _ in
            switch poll {
            case 1: _ = try await bob.markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
            case 2: break
            case 3: try await chat.message("m0").delete()
            case 4: try await chat.message("m9").setData(TestChat.message())
            default: try await untilCancelled()
            }
        }
        var iterator = changes.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.map(\.kind) == [.added, .added])
        #expect(Set(first.map(\.message.id)) == ["m0", "m1"])
        #expect(first.allSatisfy { $0.conversationID == "c1" })

        let second = try #require(try await iterator.next())
        #expect(second.map(\.kind) == [.modified])
        #expect(second.first?.message.readBy == ["bob"])
        #expect((second.first?.previous?.status, second.first?.message.status) == (.sent, .read))

        let third = try #require(try await iterator.next())
        #expect(third.map(\.kind) == [.removed])
        #expect(third.first?.message.id == "m0")

        let fourth = try #require(try await iterator.next())
        #expect(fourth.map(\.kind) == [.added])
        #expect(fourth.first?.message.id == "m9")
    }

    @Test func `an empty conversation begins with an empty element`() async throws {
        let chat = try await TestChat()
        var iterator = try listen(chat) { _, _ in try await untilCancelled() }.makeAsyncIterator()
        #expect(try await iterator.next() == [])
    }

    @Test func `a conversation that is not there is an error, one that has only messages is not`()
        async throws
    {
        let chat = try await TestChat(messages: 1)
        func first(_ id: ConversationID) async throws -> [MessageID] {
            var updates = try chat.service("alice").listen(conversation: id).makeAsyncIterator()
            return try await updates.next()?.map(\.message.id) ?? []
        }
        let error = await #expect(throws: ReceiptsError.self) { try await first("nope") }
        #expect(error?.code == .notFound)
        try await chat.admin.document("conversations/c1").delete()
        #expect(try await first("c1") == ["m0"])
    }

    @Test func `a poll carries only the fields that receipts need`() async throws {
        let chat = try await TestChat(messages: 1)
        let bodies = Mutex<[String]>([])
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            let response = try await request.send(through: base)
            if request.isCall(":runQuery") {
                bodies.withLock { $0.append(String(decoding: response.body, as: UTF8.self)) }
            }
            return response
        }
        var iterator = try listen(chat, through: transport) { _, _ in try await untilCancelled() }
            .makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first?.first?.message.text == nil)
        #expect(bodies.withLock { $0.count } == 1)
        #expect(bodies.withLock { !$0[0].contains("Hello") && $0[0].contains("senderId") })
    }

    @Test func `polls become rarer while nothing happens and fast again after a change`() async throws {
        let chat = try await TestChat(messages: 1)
        let waits = Mutex<[Duration]>([])
        let changes = try listen(chat, patience: .milliseconds(250)) { poll, wait in
            waits.withLock { $0.append(wait) }
            if poll == 8 { try await chat.message("m0").updateData(["status": "delivered"]) }
            if poll == 9 { try await chat.message("m0").updateData(["status": "read"]) }
            if poll == 10 { try await untilCancelled() }
        }
        var iterator = changes.makeAsyncIterator()
        for _ in 0..<3 { _ = try await iterator.next() }
        #expect(
            waits.withLock { Array($0.prefix(9)) }
                == [100, 100, 100, 200, 200, 400, 800, 800, 100].map { Duration.milliseconds($0) })
    }

    @Test func `the newest messages alone can be listened to`() async throws {
        let chat = try await TestChat(messages: 3)
        for (index, id) in (["m0", "m1", "m2"] as [MessageID]).enumerated() {
            let time = Timestamp(seconds: Int64(100 + index), nanoseconds: 0)
            try await chat.message(id).updateData(["timestamp": time])
        }
        let changes = try listen(chat, newest: 2) { poll, _ in
            if poll > 1 { try await untilCancelled() }
            try await chat.message("m3").setData(
                TestChat.message().merging(["timestamp": Timestamp(seconds: 103, nanoseconds: 0)]) { $1 })
        }
        var iterator = changes.makeAsyncIterator()
        #expect(try await iterator.next()?.map(\.message.id) == ["m1", "m2"])
        let second = try #require(try await iterator.next())
        #expect(second.map(\.kind) == [.removed, .added])
        #expect(second.map(\.message.id) == ["m1", "m3"])
    }

    @Test func `a settled history costs one read a poll, and is looked at again when a message comes`()
        async throws
    {
        let chat = try await TestChat(messages: 20)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let reads = Mutex<[Int]>([])
        let last = Mutex<ReceiptListener?>(nil)
        let changes = try listen(chat) { poll, _ in
            reads.withLock { $0.append(last.withLock { $0?.usage.documentsRead ?? 0 }) }
            if poll == 3 { try await chat.message("new").setData(TestChat.message()) }
            if poll == 5 { try await untilCancelled() }
        }
        last.withLock { $0 = changes }
        var iterator = changes.makeAsyncIterator()
        #expect(try await iterator.next()?.count == 20)
        #expect(try await iterator.next()?.map(\.message.id) == ["new"])
        while reads.withLock({ $0.count }) < 5 { await Task.yield() }
        // The members, 20 messages; nothing, nothing; the new message, as long as it is not read.
        #expect(reads.withLock { $0 } == [21, 22, 23, 24, 25])
    }

    private func summary(_ updates: [ReceiptUpdate]?) -> [String] {
        (updates ?? []).map { "\($0.kind) \($0.message.id)" }
    }

    /// A time before all others.
    private static let longAgo = Timestamp(seconds: 1_000, nanoseconds: 0)

    @Test(arguments: [nil, 10])
    func
        `in a settled history, edits, deletions and messages with an earlier time are found by the next look at everything`(
            newest: Int?
        ) async throws
    {
        let chat = try await TestChat(messages: 3)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let changes = try listen(chat, newest: newest, refreshInterval: .seconds(1)) { poll, _ in
            switch poll {
            case 2:
                try await chat.message("m0").delete()
                try await chat.message("m1").updateData(["readBy": ["bob", "carol"]])
                try await chat.message("past").setData(
                    TestChat.message(status: "read", readBy: ["bob"]).merging(["timestamp": Self.longAgo]) {
                        $1
                    })
            case 13...: try await untilCancelled()
            default: break
            }
        }
        var iterator = changes.makeAsyncIterator()
        _ = try await iterator.next()
        #expect(summary(try await iterator.next()) == ["removed m0", "added past", "modified m1"])
        #expect(changes.usage.refreshes == 2)
    }

    @Test func `what a look at everything costs is what the documentation says`() async throws {
        let chat = try await TestChat(messages: 50)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let hour = Mutex(Duration.zero)
        let (done, continuation) = AsyncStream.makeStream(of: Void.self)
        let changes = try chat.service("alice").listen(
            conversation: "c1", options: ListenerOptions(newest: 50, membersInterval: .seconds(7200)),
            clock: InstantClock { _, wait in
                if hour.withLock({
                    $0 += wait; return $0 > .seconds(3600)
                }) {
                    continuation.yield()
                    try await untilCancelled()
                }
            })
        var iterator = changes.makeAsyncIterator()
        _ = try await iterator.next()
        for await _ in done { break }
        let usage = changes.usage
        let polls = usage.polls - usage.refreshes
        #expect((59...61).contains(usage.refreshes))
        #expect((450...3600).contains(polls))
        #expect(usage.documentsRead == 1 + usage.refreshes * 50 + polls)
    }

    @Test(.withoutFaults("its polls are not tried again"))
    func `a listener that was told never to look at everything does not, but after an outage it does`()
        async throws
    {
        let chat = try await TestChat(messages: 2)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let transport = SwitchedTransport(chat.server.transport)
        let changes = try listen(chat, refreshInterval: nil, through: transport) { poll, _ in
            if poll == 1 { try await chat.message("m0").delete() }
            transport.isDown = (10_000...10_002).contains(poll)
            if poll == 10_004 { try await untilCancelled() }
        }
        var iterator = changes.makeAsyncIterator()
        _ = try await iterator.next()
        #expect(summary(try await iterator.next()) == ["removed m0"])
        #expect((changes.usage.polls, changes.usage.refreshes) == (10_001, 2))
    }

    @Test func `a server that comes back with other data shows that data`() async throws {
        let chat = try await TestChat(messages: 2)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let transport = SwitchedTransport(chat.server.transport)
        let changes = try listen(chat, refreshInterval: nil, through: transport) { poll, _ in
            transport.isDown = (1...2).contains(poll)
            if poll == 1 {
                for id: MessageID in ["m0", "m1"] { try await chat.message(id).delete() }
                try await chat.message("m1").setData(
                    TestChat.message(from: "bob").merging(["timestamp": Self.longAgo]) { $1 })
                try await chat.admin.document("conversations/c1").setData([
                    "participants": ["alice", "bob", "dave"]
                ])
            }
            if poll == 5 { try await untilCancelled() }
        }
        var iterator = changes.makeAsyncIterator()
        _ = try await iterator.next()
        // The members, whom alice's messages of before were for.
        var updates = summary(try await iterator.next())
        if updates.allSatisfy({ $0.hasPrefix("modified") }) { updates = summary(try await iterator.next()) }
        #expect(updates == ["removed m0", "modified m1"])
    }

    @Test func `a conversation that is deleted is empty, and one that comes back is shown`() async throws {
        let chat = try await TestChat(messages: 1)
        let changes = try listen(chat, refreshInterval: .milliseconds(200)) { poll, _ in
            switch poll {
            case 1:
                try await chat.message("m0").delete()
                try await chat.admin.document("conversations/c1").delete()
            case 4:
                try await chat.admin.document("conversations/c1").setData(["participants": ["alice", "bob"]])
                try await chat.message("m0").setData(TestChat.message())
            case 9: try await untilCancelled()
            default: break
            }
        }
        var iterator = changes.makeAsyncIterator()
        _ = try await iterator.next()
        var seen: [String] = []
        while seen.last != "added m0", let updates = try await iterator.next() { seen += summary(updates) }
        #expect(seen.filter { !$0.hasPrefix("modified") } == ["removed m0", "added m0"])
    }

    @Test func `whoever knows of a change to a settled history can have everything looked at, at once`()
        async throws
    {
        let chat = try await TestChat(messages: 2)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let alice = try chat.session("alice")
        let (polled, continuation) = AsyncStream.makeStream(of: Int.self)
        let listener = try alice.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in
                continuation.yield(poll)
                try await untilCancelled()
            })
        var updates = listener.makeAsyncIterator()
        _ = try await updates.next()
        var polls = polled.makeAsyncIterator()
        _ = await polls.next()
        try await chat.message("m0").delete()
        await alice.refresh(conversationID: "c1")
        _ = await polls.next()
        #expect((listener.usage.polls, listener.usage.refreshes) == (2, 1))
        await alice.refresh(conversationID: "c1", everything: true)
        #expect(summary(try await updates.next()) == ["removed m0"])
    }

    @Test func `a server that goes away and comes back is waited for`() async throws {
        let chat = try await TestChat(messages: 1)
        let transport = SwitchedTransport(chat.server.transport)
        let changes = try listen(chat, through: transport) { poll, _ in
            transport.isDown = (1...5).contains(poll)
            if poll == 6 { try await chat.message("m0").updateData(["status": "delivered"]) }
            if poll == 8 { try await untilCancelled() }
        }
        var iterator = changes.makeAsyncIterator()
        #expect(try await iterator.next()?.map(\.kind) == [.added])
        #expect(try await iterator.next()?.map(\.kind) == [.modified])
    }

    @Test func `a server that was never there is an error`() async throws {
        let chat = try await TestChat()
        let transport = FaultyTransport(chat.server.transport) { _, _ throws(HTTPTransportError) in
            throw HTTPTransportError(.unreachable, "no server answers")
        }
        var iterator = try listen(chat, through: transport) { _, _ in }.makeAsyncIterator()
        let error = await #expect(throws: ReceiptsError.self) { try await iterator.next() }
        #expect(error?.code == .offline)
        #expect(try await iterator.next() == nil)
    }

    @Test func `a denial ends the listening with an error`() async throws {
        let chat = try await TestChat(messages: 1)
        let polls = Mutex(0)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            guard request.isCall(":runQuery") else { return try await request.send(through: base) }
            return polls.withLock {
                $0 += 1; return $0
            } > 1
                ? FaultyTransport.refusal(403, "PERMISSION_DENIED", "no longer a member")
                : try await request.send(through: base)
        }
        var iterator = try listen(chat, through: transport) { _, _ in }.makeAsyncIterator()
        _ = try await iterator.next()
        let error = await #expect(throws: ReceiptsError.self) { try await iterator.next() }
        #expect(error?.code == .permissionDenied)
    }

    @Test func `cancelling the task ends the listening without an error`() async throws {
        let chat = try await TestChat(messages: 1)
        let (polled, continuation) = AsyncStream.makeStream(of: Int.self)
        let changes = try listen(chat) { poll, _ in
            continuation.yield(poll)
            try await untilCancelled()
        }
        let task = Task {
            var elements = 0
            for try await _ in changes { elements += 1 }
            return elements
        }
        for await _ in polled { break }
        task.cancel()
        #expect(try await task.value == 1)
    }

    @Test func `dropping the iterator ends the polling`() async throws {
        let chat = try await TestChat(messages: 1)
        let clock = ManualClock()
        let listener = try chat.service("alice").listen(conversation: "c1", clock: clock)
        do {
            var iterator = listener.makeAsyncIterator()
            _ = try await iterator.next()
            await clock.untilAsleep(1)
        }
        clock.advance(by: .seconds(60))
        for _ in 0..<1000 { await Task.yield() }
        #expect(listener.usage.polls == 1)
    }
}
