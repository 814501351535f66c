import FirestoreClient
import HTTPTransport
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@Suite("Messages that wait for a connection", .timeLimit(.minutes(5)))
struct SendingTests {
    /// The texts in the order in which the server stored them. Server timestamps do not tell: they are in milliseconds, and a fast
    /// server stores two messages in one.
    private func texts(_ chat: TestChat) async throws -> [String] {
        let messages = chat.admin.collection(
            "\(chat.schema.conversations)/\(chat.id)/\(chat.schema.messages)")
        let documents = try await messages.getDocuments().documents
        let times = try documents.map { try #require($0.createTime) }
        return zip(times, documents).sorted { $0.0 < $1.0 }.compactMap { $1.get(chat.schema.text) as? String }
    }

    @Test(arguments: [ReceiptSchema.status, .deliveredTo, .readBy])
    func `B7: what is written without a connection is sent in order when there is one`(
        schema: ReceiptSchema
    ) async throws {
        let chat = try await TestChat(schema: schema)
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        let clock = ManualClock()
        let alice = try chat.session("alice", through: transport, clock: clock)
        let before = Timestamp()
        var ids: [MessageID] = []
        for text in ["One", "Two", "Three"] {
            ids.append(try await alice.addMessage(text, conversationID: "c1"))
        }
        await clock.untilAsleep(1)
        let pending = await alice.pendingMessages
        #expect(pending.map(\.id) == ids && Set(ids).count == 3)
        #expect(pending.map(\.text) == ["One", "Two", "Three"])
        #expect(pending.allSatisfy { $0.state == .pending && $0.writtenAt >= before })
        #expect(pending[0].writtenAt < pending[1].writtenAt && pending[1].writtenAt < pending[2].writtenAt)
        #expect(try await texts(chat) == [])
        transport.isDown = false
        clock.advance(by: .seconds(1))
        await alice.waitForPendingMessages()
        #expect(try await texts(chat) == ["One", "Two", "Three"])
        #expect(Set(try await chat.messages().keys) == Set(ids))
        #expect(await alice.pendingMessages == [])
    }

    @Test
    func `it shows at once with the local time, waits, and is sent when the listener reaches the server`()
        async throws
    {
        let chat = try await TestChat()
        let transport = SwitchedTransport(chat.server.transport)
        let alice = try chat.session(
            "alice", through: transport, clock: InstantClock { _, _ in try await untilCancelled() })
        let (down, continuation) = AsyncStream.makeStream(of: Void.self)
        let (up, isUp) = AsyncStream.makeStream(of: Void.self)
        let goesUp = Mutex<AsyncStream<Void>?>(up)
        let listener = try alice.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in
                guard poll == 1 else { return }
                transport.isDown = true
                continuation.yield()
                if let up = goesUp.withLock({ $0.take() }) { for await _ in up { break } }
            })
        var updates = listener.makeAsyncIterator()
        _ = try await updates.next()
        for await _ in down { break }
        let id = try await alice.addMessage("Are you there?", conversationID: "c1")
        var states: [String] = []
        var last: Message?
        var hasComeBack = false
        while states.last != "sent false" {
            for update in try #require(try await updates.next()) {
                #expect(
                    update.message.id == id && update.message.text ?? "Are you there?" == "Are you there?")
                #expect(update.message.timestamp != nil)
                states.append("\(update.message.sending) \(update.hasPendingWrites)")
                last = update.message
            }
            if states.last == "pending true", !hasComeBack {
                hasComeBack = true
                transport.isDown = false
                isUp.yield()
            }
        }
        #expect(states.prefix(3) == ["sending true", "pending true", "sending true"])
        #expect(last?.status == .sent && last?.readBy == [])
    }

    @Test func `a new listener sees what waits`() async throws {
        let chat = try await TestChat(messages: 1)
        let isDenied = Mutex(true)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            if isDenied.withLock({ $0 }), request.isCall(":commit") {
                throw HTTPTransportError(.unreachable, "no server answers")
            }
            return try await request.send(through: base)
        }
        let clock = ManualClock()
        let alice = try chat.session("alice", through: transport, clock: clock)
        let id = try await alice.addMessage("Hi", conversationID: "c1")
        await clock.untilAsleep(1)
        var updates = try alice.listen(
            conversationID: "c1", clock: InstantClock { _, _ in try await untilCancelled() }
        ).makeAsyncIterator()
        var seen: [String] = []
        while !seen.contains("\(id) pending") {
            seen += try #require(try await updates.next()).map { "\($0.message.id) \($0.message.sending)" }
        }
        #expect(seen.contains("m0 sent"))
    }

    /// A transport that carries the first commit out and loses the answer; what is to become of the next one may be said.
    private func losingTheFirstAnswer(
        _ chat: TestChat, then second: (status: Int, name: String)? = nil
    ) -> FaultyTransport {
        let commits = Mutex(0)
        return FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            guard request.isCall(":commit") else { return try await request.send(through: base) }
            let count = commits.withLock {
                $0 += 1; return $0
            }
            if count == 2, let second { return FaultyTransport.refusal(second.status, second.name, "no") }
            let answer = try await request.send(through: base)
            if count == 1 { throw HTTPTransportError(.connectionLost, "the connection was lost") }
            return answer
        }
    }

    @Test(
        .withoutFaults("it moves the clock by hand"),
        arguments: [nil, (403, "PERMISSION_DENIED"), (409, "ALREADY_EXISTS")] as [(Int, String)?])
    func
        `a message whose answer was lost is sent once, also where rules take the second attempt for a change of the first`(
            second: (Int, String)?
        ) async throws
    {
        let chat = try await TestChat()
        let clock = ManualClock()
        let alice = try chat.session(
            "alice", through: losingTheFirstAnswer(chat, then: second.map { ($0.0, $0.1) }), clock: clock)
        let id = try await alice.addMessage("Hi", conversationID: "c1")
        try await alice.addMessage("And another one", conversationID: "c1")
        await clock.untilAsleep(1)
        _ = try await chat.service("bob").markRead(conversation: "c1", messageIDs: [id], user: "bob")
        let read = try await chat.messages()[id]
        clock.advance(by: .seconds(1))
        await alice.waitForPendingMessages()
        #expect(await alice.pendingMessages == [])
        #expect(try await texts(chat) == ["Hi", "And another one"])
        #expect(try await chat.messages()[id] == read, "who has read it is not forgotten")
    }

    @Test func `a message of somebody else under the same id is no message of one's own`() async throws {
        let chat = try await TestChat()
        try await chat.message("taken").setData(TestChat.message(from: "bob"))
        let alice = try chat.session("alice")
        try await alice.restoreMessage(
            PendingMessage(id: "taken", conversationID: "c1", text: "Hi", writtenAt: Timestamp()))
        await alice.waitForPendingMessages()
        #expect(await alice.pendingMessages.map(\.state) == [.failed])
        #expect(try await chat.messages()["taken"]?.senderID == "bob")
    }

    @Test func `what an earlier session had in its queue is sent, unless the server has it`() async throws {
        let chat = try await TestChat()
        let alice = try chat.session("alice")
        let id = try await alice.send("Hi", conversationID: "c1")
        let later = try chat.session("alice")
        for (id, text) in [(id, "Hi"), ("next", "Next")] {
            try await later.restoreMessage(
                PendingMessage(id: id, conversationID: "c1", text: text, writtenAt: Timestamp()))
        }
        await later.waitForPendingMessages()
        #expect(await later.pendingMessages == [])
        #expect(try await texts(chat) == ["Hi", "Next"])
    }

    @Test func `what is refused stays in view with the reason, and what was written later is sent`()
        async throws
    {
        let chat = try await TestChat()
        let isDenied = Mutex(true)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            if isDenied.withLock({ $0 }), request.isCall(":commit"), request.mentions("Secret") {
                return FaultyTransport.refusal(403, "PERMISSION_DENIED", "no")
            }
            return try await request.send(through: base)
        }
        let alice = try chat.session("alice", through: transport)
        let listener = try alice.listen(
            conversationID: "c1", options: ListenerOptions(includesText: true),
            clock: InstantClock { _, _ in try await untilCancelled() })
        var updates = listener.makeAsyncIterator()
        _ = try await updates.next()
        let ids = [
            try await alice.addMessage("Secret one", conversationID: "c1"),
            try await alice.addMessage("Plain", conversationID: "c1"),
            try await alice.addMessage("Secret two", conversationID: "c1"),
        ]
        await alice.waitForPendingMessages()
        #expect(try await texts(chat) == ["Plain"])
        let refused = await alice.pendingMessages
        #expect(refused.map(\.text) == ["Secret one", "Secret two"])
        #expect(refused.map(\.failure?.code) == [.permissionDenied, .permissionDenied])
        var view: [MessageID: Message] = [:]
        func see(until isEnough: () -> Bool) async throws {
            while !isEnough() {
                for update in try #require(try await updates.next()) {
                    view[update.message.id] = update.kind == .removed ? nil : update.message
                }
            }
        }
        try await see {
            view[ids[0]]?.sendingFailure?.code == .permissionDenied && view[ids[2]]?.sending == .failed
        }
        isDenied.withLock { $0 = false }
        await alice.retryMessage(ids[0])
        await alice.discardMessage(ids[2])
        await alice.waitForPendingMessages()
        #expect(try await texts(chat) == ["Plain", "Secret one"])
        try await see { view[ids[2]] == nil && view[ids[0]]?.updateTime != .init(seconds: 0, nanoseconds: 0) }
        #expect(view[ids[0]]?.sendingFailure == nil)
        #expect(await alice.pendingMessages == [])
    }

    @Test func `who waits for a message is told that it waits, and it is sent all the same`() async throws {
        let chat = try await TestChat()
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        let clock = ManualClock()
        let alice = try chat.session("alice", through: transport, clock: clock)
        let error = await #expect(throws: ReceiptsError.self) {
            try await alice.send("Hi", conversationID: "c1")
        }
        #expect(error?.code == .offline && error?.isQueued == true)
        #expect(error?.message.contains("sent once there is a connection") == true)
        transport.isDown = false
        await alice.sendPendingMessages()
        await alice.waitForPendingMessages()
        #expect(try await texts(chat) == ["Hi"])
    }

    @Test func `strangers and bad ids are refused, and nothing is kept of a bad id`() async throws {
        let chat = try await TestChat()
        let eve = try chat.session("eve")
        let error = await #expect(throws: ReceiptsError.self) {
            try await eve.send("Hi", conversationID: "c1")
        }
        #expect(error?.code == .notAMember && error?.isQueued == false)
        #expect(await eve.pendingMessages.map(\.failure?.code) == [.notAMember])
        let alice = try chat.session("alice")
        for id: ConversationID in ["", "a/b"] {
            let bad = await #expect(throws: ReceiptsError.self) {
                try await alice.addMessage("Hi", conversationID: id)
            }
            #expect(bad?.code == .invalidConversation)
        }
        let nobody = ReceiptSession(service: try chat.service("bob"), userID: nil)
        let unknown = await #expect(throws: ReceiptsError.self) {
            try await nobody.addMessage("Hi", conversationID: "c1")
        }
        #expect(unknown?.code == .notAuthenticated)
        #expect(await alice.pendingMessages == [])
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `through random trouble each message arrives once, in order`(seed: UInt64) async throws {
        let chat = try await TestChat()
        let random = Mutex(SeededGenerator(seed: seed))
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            switch random.withLock({ $0.int(0...5) }) {
            case 0: throw HTTPTransportError(.unreachable, "no server answers")
            case 1: throw HTTPTransportError(.connectionLost, "the request was lost")
            case 2:
                _ = try await request.send(through: base)
                throw HTTPTransportError(.timedOut, "the answer was lost")
            case 3: return FaultyTransport.refusal(429, "RESOURCE_EXHAUSTED", "busy")
            default: return try await request.send(through: base)
            }
        }
        let alice = try chat.session("alice", through: transport, clock: InstantClock())
        let texts = (1...20).map { "Message \($0)" }
        for text in texts { try await alice.addMessage(text, conversationID: "c1") }
        await alice.waitForPendingMessages()
        #expect(await alice.pendingMessages == [])
        #expect(try await self.texts(chat) == texts)
    }
}
