import FirestoreClient
import ReadReceipts
import ReceiptWorker
import TestSupport
import Testing

/// A worker that marks what comes in for a user delivered.
@Suite("Auto-delivery")
struct AutoDeliveryTests {
    @Test(.withoutFaults("a write whose answer is lost is not counted"))
    func `messages that are there and that come in are marked delivered, and the user's own are not`()
        async throws
    {
        let chat = try await TestChat(messages: 3)
        try await chat.admin.document("conversations/c1/messages/own").setData(TestChat.message(from: "bob"))
        let folder = try TemporaryFolder()
        var configuration = WorkerConfiguration()
        configuration.flushInterval = .milliseconds(10)
        let worker = try ReceiptWorker(
            try Outbox(path: "\(folder.path)/outbox"), to: .users { try chat.service($0) },
            configuration: configuration)
        let delivery = AutoDelivery(
            for: "bob", service: try chat.service("bob"), worker: worker,
            options: ListenerOptions(interval: .milliseconds(20), membersInterval: .milliseconds(20)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await worker.run() }
            group.addTask { try await delivery.run() }
            while await worker.metrics.written < 3 { await Task.yield() }
            try await chat.admin.document("conversations/c2").setData(["participants": ["alice", "bob"]])
            try await chat.admin.document("conversations/c2/messages/x").setData(TestChat.message())
            while await worker.metrics.written < 4 { await Task.yield() }
            group.cancelAll()
            try await group.waitForAll()
        }
        let messages = try await chat.messages()
        #expect(messages.filter { $0.value.status == .delivered }.keys.sorted() == ["m0", "m1", "m2"])
        #expect(messages["own"]?.status == .sent)
        let other = try await chat.admin.document("conversations/c2/messages/x").getDocument()
        #expect(other.data()?["status"] as? String == "delivered")
    }

    @Test func `through an outage it goes on`() async throws {
        let chat = try await TestChat(messages: 1)
        let folder = try TemporaryFolder()
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        let worker = try ReceiptWorker(
            try Outbox(path: "\(folder.path)/outbox"), to: .users { try chat.service($0) })
        // Each wait of it is over at once; the server is back for the third attempt.
        let clock = InstantClock { count, _ in if count >= 2 { transport.isDown = false } }
        let delivery = AutoDelivery(
            for: "bob", service: try chat.service("bob", through: transport, retryPolicy: .never),
            worker: worker, clock: clock)
        let listening = Task { try await delivery.run() }
        while try await worker.outbox.statistics().queued < 1 { await Task.yield() }
        listening.cancel()
        try await listening.value
    }
}
