import FirestoreClient
import HTTPTransport
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@Suite("A signed-in user's session")
struct SessionTests {
    /// Waits for what a condition says, which other tasks make true.
    private func until(_ condition: () async throws -> Bool) async throws {
        for _ in 0..<100_000 {
            if try await condition() { return }
            await Task.yield()
        }
        Issue.record("it never came true")
    }

    // MARK: Marking

    @Test func `A15: every call ends with a result or a typed error, and is logged without any text`()
        async throws
    {
        let chat = try await TestChat(messages: 2)
        let log = RecordingLogHandler.Log()
        let bob = try chat.session("bob", logger: log.logger)
        _ = try await bob.markConversationAsRead(conversationID: "c1")
        let error = await #expect(throws: ReceiptsError.self) {
            try await bob.markConversationAsRead(conversationID: "c2")
        }
        #expect(error?.code == .notFound)
        #expect(
            log.lines == [
                "debug receipts marked commits=1 conversation=c1 failed=0 marked=2 receipt=read skipped=0",
                "warning receipts not marked conversation=c2 reason=notFound receipt=read",
            ])
        #expect(!log.lines.joined().contains("Hello"))
    }

    @Test func `D10: a denial is logged and named, and nothing ends`() async throws {
        let chat = try await TestChat(messages: 1)
        let log = RecordingLogHandler.Log()
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            request.isCall(":commit")
                ? FaultyTransport.refusal(403, "PERMISSION_DENIED", "no")
                : try await request.send(through: base)
        }
        let bob = try chat.session("bob", through: transport, logger: log.logger)
        let result = try await bob.markConversationAsRead(conversationID: "c1")
        #expect(result.failed.map(\.messageID) == ["m0"])
        // Nor does the listener, which may not mark anything delivered.
        let listener = try bob.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in
                if poll == 1 { try await chat.message("m0").updateData(["readBy": ["carol"]]) }
                if poll == 3 { try await untilCancelled() }
            })
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next()?.map(\.kind) == [.added])
        #expect(try await updates.next()?.map(\.kind) == [.modified])
        #expect(log.lines.contains { $0.contains("failed=1") })
    }

    @Test func `D11: what is marked, fails and waits is counted`() async throws {
        let chat = try await TestChat(messages: 600)
        let transport = SwitchedTransport(chat.server.transport)
        let bob = try chat.session("bob", through: transport)
        #expect(await bob.metrics == ReceiptMetrics())
        _ = try await bob.markConversationAsRead(conversationID: "c1")
        _ = try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: ["m0", "gone"])
        _ = try? await bob.markConversationAsRead(conversationID: "c2")
        transport.isDown = true
        _ = try? await bob.markConversationAsRead(conversationID: "c1")
        let metrics = await bob.metrics
        #expect(
            (metrics.calls, metrics.messagesMarked, metrics.commits, metrics.messagesFailed) == (2, 600, 2, 1)
        )
        #expect(metrics.messagesPerCommit == 300)
        #expect(metrics.callsFailed == [.notFound: 1, .offline: 1])
        #expect((metrics.callsQueued, metrics.callsNotQueued) == (1, 0))
        #expect(metrics.longestDuration > .zero && metrics.totalDuration >= metrics.longestDuration)
    }

    @Test func `D2: only messages of others that lack the user are written, and none when none does`()
        async throws
    {
        let chat = try await TestChat(messages: 5, schema: .readBy)
        try await chat.message("m9").setData(TestChat.message(from: "bob", schema: .readBy))
        let bob = try chat.session("bob")
        let first = try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: ["m0", "m1", "m9"])
        #expect((first.marked, first.skipped, first.commits) == (["m0", "m1"], [.ownMessage: 1], 1))
        let rest = try await bob.markConversationAsRead(conversationID: "c1")
        #expect(Set(rest.marked) == ["m2", "m3", "m4"])
        let again = try await bob.markConversationAsRead(conversationID: "c1")
        #expect((again.marked, again.commits, again.documentsWritten) == ([], 0, 0))
        let readers = try await chat.messages().mapValues(\.readBy)
        #expect(
            readers == ["m0": ["bob"], "m1": ["bob"], "m2": ["bob"], "m3": ["bob"], "m4": ["bob"], "m9": []])
    }

    @Test func `D3: 600 messages are two commits`() async throws {
        let chat = try await TestChat(messages: 600)
        let result = try await chat.session("bob").markConversationAsRead(conversationID: "c1")
        #expect((result.marked.count, result.commits) == (600, 2))
    }

    @Test func `B4: one, several and all are marked delivered`() async throws {
        let chat = try await TestChat(messages: 4, schema: .deliveredTo)
        let bob = try chat.session("bob")
        let one = try await bob.markAsDelivered(conversationID: "c1", messageID: "m0")
        let several = try await bob.markAsDelivered(conversationID: "c1", messageIDs: ["m0", "m1"])
        let all = try await bob.markConversationAsDelivered(conversationID: "c1")
        #expect((one.marked, several.marked, all.marked.count) == (["m0"], ["m1"], 2))
        #expect(try await chat.messages().values.allSatisfy { $0.deliveredTo == ["bob"] && $0.readBy == [] })
    }

    @Test func `D1: what cannot be is a typed error, and nothing is asked of the server`() async throws {
        let chat = try await TestChat(messages: 1)
        let transport = FaultyTransport(chat.server.transport) { _, _ throws(HTTPTransportError) in
            Issue.record("a request was sent")
            throw HTTPTransportError(.unreachable, "no server answers")
        }
        func code(_ user: UserID?, _ conversation: ConversationID, _ ids: [MessageID]) async throws
            -> ReceiptsError
            .Code?
        {
            let service = try chat.service("bob", through: transport)
            let session = ReceiptSession(service: service, userID: user)
            do throws(ReceiptsError) {
                _ = try await session.markMessagesAsRead(conversationID: conversation, messageIDs: ids)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try await code(nil, "c1", ["m0"]) == .notAuthenticated)
        #expect(try await code("", "c1", ["m0"]) == .notAuthenticated)
        #expect(try await code("bob", "", ["m0"]) == .invalidConversation)
        #expect(try await code("bob", "a/b", ["m0"]) == .invalidConversation)
        #expect(try await code("bob", "c1", ["m0", ""]) == .invalidArgument)
        #expect(try await code("bob", "c1", []) == nil)
    }

    @Test func `D1: strangers and conversations that are not there are refused`() async throws {
        let chat = try await TestChat(messages: 1)
        func code(_ user: UserID, _ conversation: ConversationID) async throws -> ReceiptsError.Code? {
            let session = try chat.session(user)
            do throws(ReceiptsError) {
                _ = try await session.markConversationAsRead(conversationID: conversation)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try await code("eve", "c1") == .notAMember)
        #expect(try await code("bob", "c2") == .notFound)
        #expect(try await chat.messages()["m0"]?.readBy == [])
    }

    @Test func `A12: a message that was deleted meanwhile is reported and skipped`() async throws {
        let chat = try await TestChat(messages: 2)
        let result = try await chat.session("bob")
            .markMessagesAsRead(conversationID: "c1", messageIDs: ["m0", "gone", "m1"])
        #expect(result.marked == ["m0", "m1"])
        #expect(result.failed.map(\.messageID) == ["gone"])
    }

    @Test func `A19: who keeps their receipts to themselves is never added`() async throws {
        let chat = try await TestChat(messages: 2)
        let bob = try chat.session("bob", sendsReceipts: false)
        let read = try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: ["m0", "m1"])
        #expect((read.marked, read.skipped) == ([], [.receiptsOff: 2]))
        #expect(try await bob.markConversationAsDelivered(conversationID: "c1").marked == [])
        var updates = try bob.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in if poll > 2 { try await untilCancelled() } }
        ).makeAsyncIterator()
        _ = try await updates.next()
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == [] && $0.status == .sent })
    }

    // MARK: Listening

    @Test func `A5, B5: messages from others are marked delivered as they arrive, and never one's own`()
        async throws
    {
        let chat = try await TestChat(messages: 1)
        try await chat.message("own").setData(TestChat.message(from: "bob"))
        let bob = try chat.session("bob")
        let listener = try bob.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in
                if poll == 2 { try await chat.message("m1").setData(TestChat.message()) }
                if poll == 5 { try await untilCancelled() }
            })
        var seen: [String] = []
        for try await updates in listener {
            seen += updates.map { "\($0.message.id) \($0.kind) \($0.message.status?.rawValue ?? "")" }
            if seen.last == "m1 modified delivered" { break }
        }
        #expect(
            seen.sorted() == [
                "m0 added sent", "m0 modified delivered", "m1 added sent", "m1 modified delivered",
                "own added sent",
            ])
        #expect(listener.usage.documentsWritten == 2)
        #expect(
            try await chat.messages().mapValues(\.status) == [
                "m0": .delivered, "m1": .delivered, "own": .sent,
            ])
    }

    @Test(arguments: [ReceiptSchema.status, .deliveredTo, .readBy])
    func `A16: the sender sees sent, delivered and read, in each schema`(schema: ReceiptSchema) async throws {
        let chat = try await TestChat(messages: 1, schema: schema)
        let (alice, bob) = (try chat.session("alice"), try chat.session("bob"))
        var seen: [DisplayedReceipt?] = []
        let listener = try alice.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in
                switch poll {
                case 1: _ = try await bob.markConversationAsDelivered(conversationID: "c1")
                case 2: _ = try await bob.markConversationAsRead(conversationID: "c1")
                case 3: break
                default: try await untilCancelled()
                }
            })
        for try await updates in listener {
            seen += updates.map(\.receipt)
            if seen.last == Self.read(schema) { break }
        }
        func status(_ status: MessageStatus, _ count: Int) -> DisplayedReceipt {
            .status(DisplayedStatus(status: status, readCount: count, recipientCount: 1))
        }
        switch schema {
        case .status: #expect(seen == [status(.sent, 0), status(.delivered, 0), status(.read, 1)])
        case .deliveredTo:
            #expect(
                seen == [
                    .delivery(.notDelivered, isGroup: false), .delivery(.delivered, isGroup: false),
                    .delivery(.readByAll, isGroup: false),
                ])
        default: #expect(seen == [.progress(.delivered), .progress(.read)])
        }
    }

    private static func read(_ schema: ReceiptSchema) -> DisplayedReceipt {
        switch schema {
        case .status: .status(DisplayedStatus(status: .read, readCount: 1, recipientCount: 1))
        case .deliveredTo: .delivery(.readByAll, isGroup: false)
        default: .progress(.read)
        }
    }

    @Test func `D6: all receipts of a chat that was opened come to the sender together`() async throws {
        let chat = try await TestChat(messages: 100)
        let (alice, bob) = (try chat.session("alice"), try chat.session("bob"))
        let listener = try alice.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in
                guard poll == 1 else { return try await untilCancelled() }
                _ = try await bob.markConversationAsRead(conversationID: "c1")
            })
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next()?.count == 100)
        let read = try #require(try await updates.next())
        #expect(read.count == 100)
        #expect(read.allSatisfy { $0.kind == .modified && $0.message.readBy == ["bob"] })
        #expect(listener.usage.polls == 2)
    }

    @Test func `A10: the members are read once, and what is to be seen is computed anew when readBy changes`()
        async throws
    {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 1)
        let reads = Mutex(0)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            if request.isCall(":batchGet") { reads.withLock { $0 += 1 } }
            return try await request.send(through: base)
        }
        let alice = try chat.session("alice", through: transport)
        let readers: [UserID] = ["bob", "carol"]
        var updates = try alice.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in
                guard poll <= 2 else { return try await untilCancelled() }
                let user = readers[poll - 1]
                _ = try await chat.service(user).markAllRead(conversation: "c1", user: user)
            }
        ).makeAsyncIterator()
        var seen: [DisplayedReceipt?] = []
        for _ in 0..<3 { seen += try #require(try await updates.next()).map(\.receipt) }
        #expect(
            seen
                == [(MessageStatus.sent, 0), (.delivered, 1), (.read, 2)].map {
                    .status(DisplayedStatus(status: $0.0, readCount: $0.1, recipientCount: 2))
                })
        #expect(reads.withLock { $0 } == 1)
    }

    @Test func `B7: without a connection what was there stays, and what the user does shows`() async throws {
        let chat = try await TestChat(messages: 1, schema: .deliveredTo)
        let transport = SwitchedTransport(chat.server.transport)
        let bob = try chat.session("bob", through: transport)
        let clock = ManualClock()
        var updates = try bob.listen(
            conversationID: "c1", options: ListenerOptions(marksDelivered: false), clock: clock
        ).makeAsyncIterator()
        _ = try await updates.next()
        await clock.untilAsleep(1)
        transport.isDown = true
        for _ in 0..<3 {
            clock.advance(by: .seconds(10))
            await clock.untilAsleep(1)
        }
        _ = try? await bob.markConversationAsRead(conversationID: "c1")
        let local = try #require(try await updates.next()?.first)
        #expect((local.message.deliveredTo, local.message.readBy) == (["bob"], ["bob"]))
        #expect(local.hasPendingWrites)
    }

    @Test func `what the user marks shows at once, and is asked for at once when it has landed`() async throws
    {
        let chat = try await TestChat(messages: 1)
        let bob = try chat.session("bob")
        let (polled, continuation) = AsyncStream.makeStream(of: Int.self)
        let listener = try bob.listen(
            conversationID: "c1", options: ListenerOptions(marksDelivered: false),
            clock: InstantClock { poll, _ in
                continuation.yield(poll)
                try await untilCancelled()
            })
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next()?.map(\.kind) == [.added])
        for await _ in polled { break }
        _ = try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: ["m0"])
        let local = try #require(try await updates.next()?.first)
        #expect((local.message.readBy, local.hasPendingWrites) == (["bob"], true))
        // The clock stands still: only the own write can have made it poll.
        let confirmed = try #require(try await updates.next()?.first)
        #expect((confirmed.message.readBy, confirmed.hasPendingWrites) == (["bob"], false))
        #expect(confirmed.message.updateTime > local.message.updateTime)
    }

    @Test func `A14: a message that is sent shows at once, and with the server's time when it has arrived`()
        async throws
    {
        let chat = try await TestChat()
        let alice = try chat.session("alice")
        var updates = try alice.listen(
            conversationID: "c1", clock: InstantClock { _, _ in try await untilCancelled() }
        ).makeAsyncIterator()
        #expect(try await updates.next() == [])
        let id = try await alice.send("Are you there?", conversationID: "c1")
        var states: [String] = []
        var last: Message?
        while states.last?.hasSuffix("false") != true {
            for update in try #require(try await updates.next()) {
                states.append(
                    "\(update.kind) \(update.message.status?.rawValue ?? "") \(update.hasPendingWrites)")
                last = update.message
            }
        }
        #expect(states == ["added sending true", "modified sent true", "modified sent false"])
        #expect(last?.id == id && last?.timestamp != nil)
        #expect(last?.readBy == [])
    }

    @Test func `a message that cannot be sent shows as failed, with no receipt`() async throws {
        let chat = try await TestChat()
        let isDenied = Mutex(false)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            if isDenied.withLock({ $0 }), request.isCall(":commit") {
                return FaultyTransport.refusal(403, "PERMISSION_DENIED", "no")
            }
            return try await request.send(through: base)
        }
        let alice = try chat.session("alice", through: transport)
        var updates = try alice.listen(
            conversationID: "c1", clock: InstantClock { _, _ in try await untilCancelled() }
        ).makeAsyncIterator()
        _ = try await updates.next()
        isDenied.withLock { $0 = true }
        let error = await #expect(throws: ReceiptsError.self) {
            try await alice.send("Hi", conversationID: "c1")
        }
        #expect(error?.code == .permissionDenied)
        #expect(try await updates.next()?.map(\.message.sending) == [.sending])
        let failed = try #require(try await updates.next()?.first)
        #expect((failed.message.sending, failed.receipt) == (.failed, nil))
    }

    @Test func `A11: what is marked offline shows, waits, and is reported when there is a connection again`()
        async throws
    {
        let chat = try await TestChat(messages: 3)
        let transport = SwitchedTransport(chat.server.transport)
        let bob = try chat.session("bob", through: transport)
        let (down, continuation) = AsyncStream.makeStream(of: Int.self)
        let listener = try bob.listen(
            conversationID: "c1", options: ListenerOptions(marksDelivered: false),
            clock: InstantClock { poll, _ in
                guard poll == 1 else { return }
                transport.isDown = true
                continuation.yield(poll)
                try await untilCancelled()
            })
        var updates = listener.makeAsyncIterator()
        _ = try await updates.next()
        for await _ in down { break }

        let error = await #expect(throws: ReceiptsError.self) {
            try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: ["m0", "m1"])
        }
        #expect(error?.code == .offline && error?.isQueued == true)
        #expect(
            await bob.queuedReceipts
                == [ReceiptRequest(.read, conversationID: "c1", messageIDs: ["m0", "m1"])])
        let local = try #require(try await updates.next())
        #expect(local.map(\.message.id) == ["m0", "m1"])
        #expect(local.allSatisfy { $0.hasPendingWrites && $0.message.status == .read })
        #expect(try await chat.messages()["m0"]?.readBy == [])

        transport.isDown = false
        let later = try await bob.sendQueuedReceipts()
        #expect(later.marked == ["m0", "m1"])
        #expect(await bob.queuedReceipts == [])
        let confirmed = try #require(try await updates.next())
        #expect(confirmed.allSatisfy { !$0.hasPendingWrites && $0.message.readBy == ["bob"] })
    }

    @Test(.withoutFaults("it counts requests"))
    func `while there is no connection each call asks for one once, and everything waits in order`()
        async throws
    {
        let chat = try await TestChat(messages: 2)
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        let bob = try chat.session("bob", through: transport)
        for id: MessageID in ["m1", "m0"] {
            let error = await #expect(throws: ReceiptsError.self) {
                try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: [id])
            }
            #expect(error?.isQueued == true)
        }
        #expect(transport.requests == 2)
        #expect(
            await bob.queuedReceipts
                == [ReceiptRequest(.read, conversationID: "c1", messageIDs: ["m1", "m0"])])
        transport.isDown = false
        let result = try await bob.markConversationAsDelivered(conversationID: "c1")
        #expect((result.marked, result.skippedCount) == ([], 0))
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == ["bob"] })
    }

    @Test func `a listener that reaches the server again reports what has waited`() async throws {
        let chat = try await TestChat(messages: 1)
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        let bob = try chat.session("bob", through: transport)
        _ = try? await bob.markConversationAsRead(conversationID: "c1")
        #expect(await bob.queuedReceipts == [ReceiptRequest(.read, conversationID: "c1")])
        transport.isDown = false
        let listener = try bob.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in if poll > 3 { try await untilCancelled() } })
        for try await updates in listener where updates.contains(where: { $0.message.status == .read }) {
            break
        }
        #expect(await bob.queuedReceipts == [])
        #expect(try await chat.messages()["m0"]?.readBy == ["bob"])
    }

    @Test func `what the server refuses of what has waited does not keep the rest from being reported`()
        async throws
    {
        let chat = try await TestChat(messages: 1)
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        let bob = try chat.session("bob", through: transport)
        for conversation: ConversationID in ["no such one", "c1"] {
            _ = try? await bob.markConversationAsRead(conversationID: conversation)
        }
        transport.isDown = false
        let error = await #expect(throws: ReceiptsError.self) { try await bob.sendQueuedReceipts() }
        #expect(error?.code == .notFound)
        #expect(error?.partialResult?.marked == ["m0"])
        #expect(await bob.queuedReceipts == [])
    }

    @Test func `what the server cannot take now, or not with these credentials, goes on waiting`()
        async throws
    {
        let chat = try await TestChat(messages: 1)
        let answer = Mutex((0, ""))
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            let (status, name) = answer.withLock { $0 }
            switch status {
            case 0: throw HTTPTransportError(.unreachable, "no server answers")
            case 200: return try await request.send(through: base)
            default: return FaultyTransport.refusal(status, name, "not now")
            }
        }
        let bob = try chat.session("bob", through: transport)
        _ = try? await bob.markConversationAsRead(conversationID: "c1")
        for refusal in [(429, "RESOURCE_EXHAUSTED"), (401, "UNAUTHENTICATED"), (500, "INTERNAL")] {
            answer.withLock { $0 = refusal }
            await #expect(throws: ReceiptsError.self) { try await bob.sendQueuedReceipts() }
            #expect(await bob.queuedReceipts == [ReceiptRequest(.read, conversationID: "c1")], "\(refusal)")
        }
        answer.withLock { $0 = (200, "") }
        #expect(try await bob.sendQueuedReceipts().marked == ["m0"])
    }

    // MARK: All conversations

    @Test(.withoutFaults("it moves the clock by hand"))
    func `two hundred conversations are listened to, and those that the user joins and leaves`()
        async throws
    {
        let chat = try await TestChat(messages: 1)
        let batch = chat.admin.batch()
        for number in 0..<199 {
            batch.setData(
                ["participants": ["alice", "bob"]],
                forDocument: chat.admin.document("conversations/x\(number)"))
        }
        batch.setData(
            ["participants": ["bob", "carol"]], forDocument: chat.admin.document("conversations/theirs"))
        try await batch.commit()
        let clock = ManualClock()
        let listener = try chat.session("alice").listenToAllConversations(
            options: ListenerOptions(interval: .milliseconds(100), membersInterval: .seconds(5)), clock: clock
        )
        var updates = listener.makeAsyncIterator()
        // All feeds wait for their turn, but for the first, and so does the list.
        await clock.untilAsleep(201)
        clock.advance(by: .milliseconds(100))
        var added: [ReceiptUpdate] = []
        for _ in 0..<200 { added += try #require(try await updates.next()) }
        #expect(added.map { "\($0.conversationID) \($0.message.id)" } == ["c1 m0"])

        try await chat.admin.document("conversations/joined").setData(["participants": ["alice", "bob"]])
        try await chat.admin.document("conversations/joined/messages/n").setData(
            TestChat.message(from: "bob"))
        try await chat.admin.document("conversations/c1").updateData(["participants": ["bob"]])
        await clock.untilAsleep(201)
        clock.advance(by: .seconds(5))
        let joined = try #require(try await updates.next())
        #expect(joined.map { "\($0.conversationID) \($0.message.id)" } == ["joined n"])

        await clock.untilAsleep(201)
        try await chat.message("m0").updateData(["status": "delivered"])
        try await chat.admin.document("conversations/joined/messages/o").setData(
            TestChat.message(from: "bob"))
        clock.advance(by: .seconds(1))
        var last: [ReceiptUpdate] = []
        while last.last?.message.id != "o" { last += try #require(try await updates.next()) }
        #expect(last.allSatisfy { $0.conversationID == "joined" }, "what was left is not listened to")
    }

    // MARK: Reading

    @Test func `A6, A7: what stays on the screen is reported read in one commit, on close the rest`()
        async throws
    {
        let chat = try await TestChat(messages: 5)
        let bob = try chat.session("bob")
        let reader = bob.reader(conversationID: "c1") { _ in try await untilCancelled() }
        let start = ContinuousClock.now
        await reader.messageBecameVisible("m0", at: start)
        await reader.messageBecameVisible("m1", at: start + .milliseconds(100))
        await reader.messageBecameVisible("m2", at: start + .milliseconds(200))
        await reader.messageDisappeared("m2", at: start + .milliseconds(900))
        await reader.flush(at: start + .milliseconds(1500))
        #expect(
            try await chat.messages().filter { $0.value.readBy == ["bob"] }.keys.sorted() == ["m0", "m1"])
        await reader.messageBecameVisible("m3", at: start + .milliseconds(2000))
        await reader.messageBecameVisible("m4", at: start + .milliseconds(2900))
        await reader.close(at: start + .milliseconds(3500))
        #expect(
            try await chat.messages().filter { $0.value.readBy == ["bob"] }.keys.sorted() == [
                "m0", "m1", "m3",
            ])
        #expect(await reader.failures.isEmpty)
    }

    @Test func `A7: reads are reported by themselves when their time has come`() async throws {
        let chat = try await TestChat(messages: 1)
        let reader = try chat.session("bob").reader(conversationID: "c1") { _ in }
        await reader.messageBecameVisible("m0")
        try await until { try await chat.messages()["m0"]?.readBy == ["bob"] }
    }
}
