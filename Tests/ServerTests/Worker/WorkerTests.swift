import FirestoreClient
import FirestoreModel
import HTTPTransport
import HTTPTypes
import Logging
import ReadReceipts
import ReceiptWorker
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

/// A worker with an outbox in a file, writing to a server.
@Suite("Worker")
struct WorkerTests {
    private func read(_ message: MessageID, by user: UserID, in conversation: ConversationID = "c1")
        -> ReceiptEvent
    {
        ReceiptEvent(.read, conversationID: conversation, messageID: message, userID: user)
    }

    /// Takes events in, writes until nothing is left, and says what was done.
    private func drain(
        _ events: [ReceiptEvent], _ chat: TestChat, to destination: ReceiptDestination
    ) async throws -> (metrics: WorkerMetrics, letters: [DeadLetter]) {
        let folder = try TemporaryFolder()
        let worker = try ReceiptWorker(
            try Outbox(path: "\(folder.path)/outbox"), to: destination, clock: InstantClock())
        try await worker.take(events)
        await worker.endWhenEmpty()
        try await worker.run()
        #expect(try await worker.outbox.statistics().queued == 0)
        return (await worker.metrics, try await worker.outbox.deadLetters())
    }

    private func admin(_ chat: TestChat, _ writes: ReceiptDestination.Writes = .commits) throws
        -> ReceiptDestination
    {
        .administrator(
            ReceiptService(firestore: try chat.server.firestore(retryPolicy: .never)), writes: writes)
    }

    private func users(_ chat: TestChat, through transport: (any HTTPTransport)? = nil) -> ReceiptDestination
    {
        .users { user in try chat.service(user, through: transport, retryPolicy: .never) }
    }

    /// A worker that waits for an hour before it writes, unless it is told to stop.
    private func patientWorker(_ chat: TestChat, in folder: TemporaryFolder) throws -> ReceiptWorker {
        var configuration = WorkerConfiguration()
        configuration.flushInterval = .seconds(3600)
        return try ReceiptWorker(
            try Outbox(path: "\(folder.path)/outbox"), to: users(chat), configuration: configuration)
    }

    @Test(arguments: ReceiptDestination.Writes.allCases)
    func `an administrator writes what all have read, those of one message together`(
        writes: ReceiptDestination.Writes
    ) async throws {
        let readers: [UserID] = ["bob", "carol", "dave"]
        let chat = try await TestChat(members: ["alice"] + readers, messages: 40)
        let events = readers.flatMap { reader in (0..<40).map { read("m\($0)", by: reader) } }
        let (metrics, letters) = try await drain(events, chat, to: try admin(chat, writes))
        #expect((metrics.written, metrics.documentsWritten) == (120, 40))
        #expect(metrics.commits == (writes == .commits ? 1 : 2))
        #expect(letters.isEmpty)
        #expect(
            try await chat.messages().values.allSatisfy {
                $0.status == .read && Set($0.readBy) == Set(readers)
            })
    }

    @Test func `each user writes their own, one conversation at a time`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 3)
        try await chat.admin.document("conversations/c2").setData(["participants": ["alice", "bob"]])
        try await chat.admin.document("conversations/c2/messages/x").setData(TestChat.message())
        let events =
            (0..<3).flatMap { [read("m\($0)", by: "bob"), read("m\($0)", by: "carol")] } + [
                read("x", by: "bob", in: "c2")
            ]
        let (metrics, letters) = try await drain(events, chat, to: users(chat))
        #expect((metrics.written, metrics.commits, metrics.documentsWritten) == (7, 3, 7))
        #expect(letters.isEmpty)
        #expect(try await chat.messages().values.allSatisfy { Set($0.readBy) == ["bob", "carol"] })
    }

    @Test func `what is marked already is not written again`() async throws {
        let chat = try await TestChat(messages: 2)
        _ = try await drain([read("m0", by: "bob")], chat, to: users(chat))
        let events = [read("m0", by: "bob"), read("m1", by: "alice")]
        let (metrics, _) = try await drain(events, chat, to: users(chat))
        #expect(metrics.skipped == [.alreadyMarked: 1, .ownMessage: 1])
        #expect((metrics.written, metrics.commits, metrics.documentsWritten) == (0, 0, 0))
    }

    @Test func `what can never be written becomes a dead letter, and nothing waits for it`() async throws {
        let chat = try await TestChat(messages: 3)
        let events = [
            read("m0", by: "bob"), read("gone", by: "bob"), read("m1", by: "mallory"), read("m2", by: "bob"),
        ]
        let (metrics, letters) = try await drain(events, chat, to: users(chat))
        #expect(metrics.written == 2)
        #expect(metrics.deadLetters == ["NOT_FOUND": 1, "PERMISSION_DENIED": 1])
        #expect(letters.map(\.event.messageID).sorted() == ["gone", "m1"])
        #expect(
            letters.map(\.reason).sorted() == [
                "mallory is not a member of the conversation (conversations/c1)",
                "there is no such message (conversations/c1/messages/gone)",
            ])
    }

    @Test func `through an outage everything is kept, and written afterwards`() async throws {
        let chat = try await TestChat(messages: 5)
        let folder = try TemporaryFolder()
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        let time = Mutex<Int64>(1_000_000)
        let now: @Sendable () -> Int64 = { time.withLock { $0 } }
        // Time passes only in waits; the server comes back during the tenth.
        let clock = InstantClock { count, duration in
            let milliseconds = Int64(duration / .milliseconds(1))
            time.withLock { $0 += milliseconds }
            if count >= 10 { transport.isDown = false }
        }
        let outbox = try Outbox(path: "\(folder.path)/outbox", now: now)
        let worker = try ReceiptWorker(outbox, to: users(chat, through: transport), clock: clock, now: now)
        try await worker.take((0..<5).map { read("m\($0)", by: "bob") })
        await worker.endWhenEmpty()
        try await worker.run()
        let metrics = await worker.metrics
        #expect(metrics.written == 5)
        #expect(metrics.postponed["UNAVAILABLE", default: 0] >= 5)
        // It waits longer each time, rather than to ask again and again.
        #expect(transport.requests < 20)
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == ["bob"] })
    }

    @Test func `a user whose credentials are refused holds nobody else up`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 2)
        let folder = try TemporaryFolder()
        struct NoToken: Error {}
        let worker = try ReceiptWorker(
            try Outbox(path: "\(folder.path)/outbox"),
            to: .users { user in
                if user == "bob" { throw NoToken() }
                return try chat.service(user, retryPolicy: .never)
            })
        try await worker.take([read("m0", by: "bob"), read("m0", by: "carol"), read("m1", by: "carol")])
        let running = Task { try await worker.run() }
        while await worker.metrics.written < 2 { await Task.yield() }
        running.cancel()
        try await running.value
        #expect(await worker.metrics.postponed["UNAUTHENTICATED", default: 0] >= 1)
        #expect(try await worker.outbox.statistics().queued == 1)
        #expect(try await chat.messages()["m1"]?.readBy == ["carol"])
    }

    @Test(.withoutFaults("a write whose answer is lost is not counted"))
    func `a hot conversation holds no other one up`() async throws {
        let chat = try await TestChat(messages: 2000)
        try await chat.admin.document("conversations/c2").setData(["participants": ["alice", "bob"]])
        try await chat.admin.document("conversations/c2/messages/x").setData(TestChat.message())
        let folder = try TemporaryFolder()
        var configuration = WorkerConfiguration()
        configuration.concurrency = 1
        let outbox = try Outbox(path: "\(folder.path)/outbox")
        try await outbox.store((0..<2000).map { read("m\($0)", by: "bob") })
        try await outbox.store([read("x", by: "bob", in: "c2")])
        let worker = try ReceiptWorker(
            outbox, to: users(chat), configuration: configuration, clock: InstantClock())
        await worker.endWhenEmpty()
        try await worker.run()
        #expect(await worker.metrics.written == 2001)
        // The hot one takes four commits; the other's receipt has not waited for the last of them.
        let other = try await chat.admin.document("conversations/c2/messages/x").getDocument()
        let last = try await chat.admin.document("conversations/c1/messages/m1999").getDocument()
        #expect(try #require(other.updateTime) < #require(last.updateTime))
    }

    @Test func `a worker that is stopped first writes what is left`() async throws {
        let chat = try await TestChat(messages: 1)
        let folder = try TemporaryFolder()
        let worker = try patientWorker(chat, in: folder)
        let running = Task { try await worker.run() }
        try await worker.take([read("m0", by: "bob")])
        running.cancel()
        try await running.value
        #expect(try await chat.messages()["m0"]?.readBy == ["bob"])
        #expect(try await worker.outbox.statistics().queued == 0)
    }

    @Test func `in a service group it writes what is left when the group shuts down`() async throws {
        let chat = try await TestChat(messages: 1)
        let folder = try TemporaryFolder()
        let worker = try patientWorker(chat, in: folder)
        let intake = try ReceiptIntake(for: worker, schema: .status, host: "127.0.0.1", port: 0)
        let delivery = AutoDelivery(for: "alice", service: try chat.service("alice"), worker: worker)
        let group = ServiceGroup(
            services: [worker, intake, delivery],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await group.run() }
        try await worker.take([read("m0", by: "bob")])
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(try await chat.messages()["m0"]?.readBy == ["bob"])
    }

    @Test func `what another process stores is written, too`() async throws {
        let chat = try await TestChat(messages: 1)
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/outbox"
        var configuration = WorkerConfiguration()
        configuration.flushInterval = .milliseconds(20)
        let worker = try ReceiptWorker(try Outbox(path: path), to: users(chat), configuration: configuration)
        let running = Task { try await worker.run() }
        try await Outbox(path: path).store([read("m0", by: "bob")])
        while await worker.metrics.written < 1 { await Task.yield() }
        running.cancel()
        try await running.value
        #expect(try await chat.messages()["m0"]?.readBy == ["bob"])
    }
}
