import CoreValues
import FirestoreClient
import HTTPTransport
import PubSubClient
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@testable import ReceiptWorker

/// Workers of a subscription, writing to a server.
@Suite("Receipts from Pub/Sub", .timeLimit(.minutes(1)))
struct MessageWorkerTests {
    private func line(_ message: String, by user: String = "bob", _ kind: String = "read") -> String {
        #"{"kind":"\#(kind)","conversation":"c1","message":"\#(message)","user":"\#(user)"}"#
    }

    private func subscription(of pubSub: ScriptedPubSub) throws -> ReceiptSubscription {
        let settings = PubSubSettings(endpoint: .emulator(host: "127.0.0.1", port: 8085), retryPolicy: .never)
        return ReceiptSubscription(
            try SubscriptionName("worker", project: "p1"), on: try PubSub(settings, transport: pubSub))
    }

    private func topic(of pubSub: ScriptedPubSub) throws -> DeadLetterDestination {
        .topic(try TopicName("dead", project: "p1"), on: try subscription(of: pubSub).pubSub)
    }

    private func worker(
        _ chat: TestChat, _ pubSub: ScriptedPubSub?, deadLetters: DeadLetterDestination? = nil,
        through transport: (any HTTPTransport)? = nil, now: @escaping @Sendable () -> Int64 = { 0 }
    ) throws -> MessageWorker {
        var configuration = WorkerConfiguration()
        configuration.flushInterval = .zero
        let service = ReceiptService(
            firestore: try chat.server.firestore(through: transport, retryPolicy: .never))
        return MessageWorker(
            try pubSub.map(subscription), to: .administrator(service), deadLetters: deadLetters,
            configuration: configuration, now: now)
    }

    /// Runs a worker until a condition holds, and then until it has stopped.
    private func run(_ worker: MessageWorker, until condition: () async -> Bool) async throws {
        let task = Task { try await worker.run() }
        while await !condition(), !Task.isCancelled { await Task.yield() }
        await worker.stop()
        try await task.value
    }

    @Test func `a message is acknowledged once the database has its receipts`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 3)
        let pubSub = ScriptedPubSub()
        pubSub.add(
            line("m0"), "\(line("m1"))\n\(line("m1", by: "carol"))", "[\(line("m2"))]")
        let worker = try worker(chat, pubSub)
        try await run(worker) { pubSub.acknowledged.count == 3 }
        #expect(pubSub.acknowledged.sorted() == [1, 2, 3])
        let messages = try await chat.messages()
        #expect(messages["m0"]?.readBy == ["bob"])
        #expect(Set(messages["m1"]?.readBy ?? []) == ["bob", "carol"])
        #expect(messages["m2"]?.readBy == ["bob"])
        let metrics = await worker.metrics
        #expect((metrics.events, metrics.written) == (4, 4))
        #expect(await worker.messageMetrics.acknowledged == 3)
        #expect(worker.queued == 0)
    }

    @Test
    func
        `while the database does not answer, nothing is acknowledged, and everything is given back at the end`()
        async throws
    {
        let chat = try await TestChat(messages: 2)
        let pubSub = ScriptedPubSub()
        pubSub.add(line("m0"), line("m1"))
        let worker = try worker(chat, pubSub, through: SwitchedTransport(chat.server.transport, isDown: true))
        try await run(worker) { await !worker.metrics.postponed.isEmpty }
        #expect(pubSub.acknowledged == [])
        #expect(pubSub.leased == [])
        #expect(pubSub.waiting.sorted() == [1, 2])
        #expect(await worker.messageMetrics.returned == 2)
    }

    @Test
    func `what can never be written goes to the dead-letter topic with its reason, and is acknowledged`()
        async throws
    {
        let chat = try await TestChat(messages: 1)
        let pubSub = ScriptedPubSub()
        pubSub.add("\(line("gone"))\n\(line("m0"))\nnonsense", attributes: ["origin": "app"])
        pubSub.add("")
        let worker = try worker(chat, pubSub, deadLetters: try topic(of: pubSub))
        try await run(worker) { pubSub.acknowledged.count == 2 }
        #expect(try await chat.messages()["m0"]?.readBy == ["bob"])
        let letters = pubSub.published.sorted { $0.message.text < $1.message.text }
        #expect(letters.map(\.topic) == Array(repeating: "projects/p1/topics/dead", count: 3))
        #expect(letters.map(\.message.text) == ["", "nonsense", line("gone")].sorted())
        let gone = try #require(letters.first { $0.message.text == line("gone") })
        #expect(
            gone.message.attributes == [
                "origin": "app", "receipts_code": "NOT_FOUND", "receipts_message_id": "1",
                "receipts_reason": "there is no such message (conversations/c1/messages/gone)",
                "receipts_subscription": "projects/p1/subscriptions/worker",
            ])
        #expect(await worker.messageMetrics.buried == 2)
    }

    @Test func `if the dead-letter topic does not take it, the message is not acknowledged`() async throws {
        let chat = try await TestChat(messages: 1)
        let pubSub = ScriptedPubSub()
        pubSub.add(line("gone"))
        pubSub.fail(":publish", status: 503)
        let worker = try worker(chat, pubSub, deadLetters: try topic(of: pubSub))
        try await run(worker) { !pubSub.deadlines.isEmpty }
        #expect(pubSub.acknowledged == [])
        #expect(pubSub.deadlines.map(\.seconds) == [60])
        #expect(await worker.messageMetrics.failedAnswers == 1)
    }

    @Test func `dead letters can also go to the list of an outbox`() async throws {
        let chat = try await TestChat(messages: 1)
        let pubSub = ScriptedPubSub()
        pubSub.add(line("gone"), "nonsense")
        let folder = try TemporaryFolder()
        let outbox = try Outbox(path: "\(folder.path)/outbox")
        let texts = Mutex<[String]>([])
        let worker = try worker(
            chat, pubSub,
            deadLetters: .list(outbox) { _, refusals in texts.withLock { $0 += refusals.map(\.text) } })
        try await run(worker) { pubSub.acknowledged.count == 2 }
        let letters = try await outbox.deadLetters()
        #expect(letters.map(\.event.messageID) == ["gone"])
        #expect(letters.map(\.code) == ["NOT_FOUND"])
        #expect(texts.withLock { $0 } == ["nonsense"])
        #expect(try await outbox.retryDeadLetters(letters) == 1, "they are like the worker's own")
        #expect(try await outbox.statistics().queued == 1)
    }

    @Test func `without a place for dead letters, the subscription's own policy decides`() async throws {
        let chat = try await TestChat(messages: 1)
        let pubSub = ScriptedPubSub()
        pubSub.add(line("gone"))
        let worker = try worker(chat, pubSub)
        try await run(worker) { !pubSub.deadlines.isEmpty }
        #expect(pubSub.acknowledged == [])
        #expect(pubSub.deadlines.map(\.seconds) == [60])
    }

    @Test func `deadlines are set again while messages are held`() async throws {
        let chat = try await TestChat(messages: 1)
        let pubSub = ScriptedPubSub()
        pubSub.add(line("m0"))
        let time = Mutex<Int64>(0)
        let worker = try worker(
            chat, pubSub, through: SwitchedTransport(chat.server.transport, isDown: true),
            now: { time.withLock { $0 } })
        try await run(worker) {
            if await worker.metrics.postponed.isEmpty { return false }
            time.withLock { $0 = max($0, 6000) }
            return !pubSub.deadlines.isEmpty
        }
        #expect(pubSub.deadlines.first?.seconds == 60)
    }

    @Test(arguments: [404, 403, 401])
    func `a subscription that cannot be pulled from ends the worker`(status: Int) async throws {
        let chat = try await TestChat(messages: 1)
        let pubSub = ScriptedPubSub()
        pubSub.fail(":pull", status: status)
        let worker = try worker(chat, pubSub)
        let error = await #expect(throws: PubSubError.self) { try await worker.run() }
        #expect(error?.code == StatusCode(httpStatus: status))
    }

    @Test func `a pull that fails is tried again, and the worker is not ready meanwhile`() async throws {
        let chat = try await TestChat(messages: 1)
        let pubSub = ScriptedPubSub()
        for _ in 0..<4 { pubSub.fail(":pull", status: 503) }
        let time = Mutex<Int64>(0)
        let worker = try worker(chat, pubSub, now: { time.withLock { $0 } })
        let problem = Mutex<String?>(nil)
        try await run(worker) {
            if let reason = await worker.reasonNotToBeReady() {
                problem.withLock { $0 = reason }
                pubSub.add(line("m0"))
                time.withLock { $0 = 60_000 }
                return true
            }
            return false
        }
        #expect(
            problem.withLock { $0 }?.hasPrefix("pull (projects/p1/subscriptions/worker) failed: ") == true)
        try await run(try self.worker(chat, pubSub)) { pubSub.acknowledged == [1] }
    }

    @Test(.withoutFaults("it counts requests")) func `receipts of one message share one write a second`()
        async throws
    {
        let readers = (0..<5).map { UserID("u\($0)") }
        let chat = try await TestChat(members: ["alice"] + readers, messages: 1)
        let pubSub = ScriptedPubSub()
        let time = Mutex<Int64>(0)
        let worker = try worker(chat, pubSub, now: { time.withLock { $0 } })
        pubSub.add(line("m0", by: "u0"))
        try await run(worker) {
            if pubSub.acknowledged == [1], pubSub.pulls == 1 {
                for reader in readers.dropFirst() { pubSub.add(line("m0", by: reader.string)) }
            }
            if await worker.metrics.events == 5, time.withLock({ $0 }) == 0 {
                #expect(await worker.metrics.commits == 1)
                #expect(pubSub.leased == [2, 3, 4, 5])
                time.withLock { $0 = 1000 }
            }
            return pubSub.acknowledged.count == 5
        }
        #expect(await worker.metrics.commits == 2)
        #expect(try await chat.messages()["m0"]?.readBy.count == 5)
    }

    @Test func `the metrics are in Prometheus' format`() async throws {
        let chat = try await TestChat(messages: 1)
        let pubSub = ScriptedPubSub()
        pubSub.add(line("m0"))
        let worker = try worker(chat, pubSub)
        try await run(worker) { pubSub.acknowledged == [1] }
        let text = await worker.prometheusText()
        for expected in [
            "receipts_queue_depth 0", "receipts_queue_retrying 0", "receipts_written_total 1",
            "receipts_messages_held 0",
            "receipts_messages_acknowledged_total 1", "receipts_messages_received_total 1",
        ] {
            #expect(text.contains("\n\(expected)\n"), "\(expected)")
        }
    }
}
