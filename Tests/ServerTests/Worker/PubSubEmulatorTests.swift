import CoreValues
import FirestoreClient
import PubSubClient
import ReadReceipts
import ReceiptWorker
import TestSupport
import Testing

/// Workers and publishers on Google's Pub/Sub emulator, the one that `PUBSUB_EMULATOR_HOST` names. It is skipped without one.
@Suite(
    "Google's Pub/Sub emulator", .enabled(if: SystemEnvironment.pubSubHost != nil), .timeLimit(.minutes(2)))
struct PubSubEmulatorTests {
    /// A topic with a subscription, of one test alone.
    private struct Place {
        let pubSub: PubSub
        let topic: TopicName
        let subscription: SubscriptionName
        let dead: TopicName
        let deadSubscription: SubscriptionName

        init() async throws {
            pubSub = try PubSub(
                PubSubSettings(endpoint: try .emulator(try #require(SystemEnvironment.pubSubHost))))
            let project = "test-\(UInt32.random(in: 0 ... .max))"
            topic = try TopicName("receipts", project: project)
            subscription = try SubscriptionName("worker", project: project)
            dead = try TopicName("dead-letters", project: project)
            deadSubscription = try SubscriptionName("dead-letters", project: project)
            try await pubSub.create(topic)
            try await pubSub.create(subscription, to: topic, deadline: 10)
            try await pubSub.create(dead)
            try await pubSub.create(deadSubscription, to: dead)
        }

        /// Pulls until there are so many messages.
        func pull(_ count: Int, of subscription: SubscriptionName) async throws -> [ReceivedMessage] {
            var messages: [ReceivedMessage] = []
            while messages.count < count { messages += try await pubSub.pull(subscription, limit: 100) }
            return messages
        }

        func publisher() -> ReceiptPublisher { ReceiptPublisher(to: topic, on: pubSub) }

        func worker(_ chat: TestChat) throws -> MessageWorker {
            var configuration = WorkerConfiguration()
            configuration.flushInterval = .milliseconds(50)
            return MessageWorker(
                ReceiptSubscription(subscription, on: pubSub),
                to: .administrator(ReceiptService(firestore: try chat.server.firestore(retryPolicy: .never))),
                deadLetters: .topic(dead, on: pubSub), configuration: configuration)
        }
    }

    private func events(_ count: Int, by user: UserID = "bob") -> [ReceiptEvent] {
        (0..<count).map {
            ReceiptEvent(.read, conversationID: "c1", messageID: MessageID("m\($0)"), userID: user)
        }
    }

    private func run(_ worker: MessageWorker, until condition: () async throws -> Bool) async throws {
        let task = Task { try await worker.run() }
        while try await !condition() { await Task.yield() }
        await worker.stop()
        try await task.value
    }

    @Test func `messages keep their content, attributes and order`() async throws {
        let place = try await Place()
        let sent = (0..<5).map {
            PubSubMessage(
                Array("message \($0)".utf8), attributes: ["n": "\($0)", "ü": "é\n"], orderingKey: "k")
        }
        let ids = try await place.pubSub.publish(sent, to: place.topic)
        let received = try await place.pull(5, of: place.subscription)
        #expect(received.map(\.message) == sent)
        #expect(received.map(\.id) == ids)
        try await place.pubSub.acknowledge(received.map(\.ackID), of: place.subscription)
        // What is given back comes again, the rest does not.
        try await place.pubSub.publish([PubSubMessage([1])], to: place.topic)
        let last = try await place.pull(1, of: place.subscription)
        try await place.pubSub.modifyAckDeadline(of: last.map(\.ackID), toSeconds: 0, of: place.subscription)
        let again = try await place.pull(1, of: place.subscription)
        #expect(again.map(\.message.data) == [[1]])
    }

    @Test func `what does not exist is not found, and what is wrong is refused`() async throws {
        let place = try await Place()
        let missing = try SubscriptionName("missing", project: place.topic.project)
        let pull = await #expect(throws: PubSubError.self) { try await place.pubSub.pull(missing, limit: 1) }
        #expect(pull?.code == .notFound)
        let publish = await #expect(throws: PubSubError.self) {
            try await place.pubSub.publish(
                [PubSubMessage([1])], to: try TopicName("missing", project: place.topic.project))
        }
        #expect(publish?.code == .notFound)
        let empty = await #expect(throws: PubSubError.self) {
            try await place.pubSub.publish([PubSubMessage([])], to: place.topic)
        }
        #expect(empty?.code == .invalidArgument)
    }

    @Test func `published receipts are written once, and acknowledged`() async throws {
        let chat = try await TestChat(messages: 300)
        let place = try await Place()
        #expect(try await place.publisher().publish(events(300)) == 3)
        let worker = try place.worker(chat)
        try await run(worker) { await worker.messageMetrics.acknowledged == 3 }
        #expect(await worker.metrics.written == 300)
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == ["bob"] })
        // Nothing is left: the next message is the only one.
        try await place.pubSub.publish([PubSubMessage([1])], to: place.topic)
        #expect(try await place.pull(1, of: place.subscription).map(\.message.data) == [[1]])
    }

    @Test func `several workers share a subscription`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 200)
        let place = try await Place()
        for user: UserID in ["bob", "carol"] { try await place.publisher().publish(events(200, by: user)) }
        let workers = try (0..<3).map { _ in try place.worker(chat) }
        func acknowledged() async -> Int {
            var count = 0
            for worker in workers { count += await worker.messageMetrics.acknowledged }
            return count
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in workers { group.addTask { try await worker.run() } }
            while await acknowledged() < 4 { await Task.yield() }
            for worker in workers { await worker.stop() }
            try await group.waitForAll()
        }
        #expect(try await chat.messages().values.allSatisfy { Set($0.readBy) == ["bob", "carol"] })
    }

    @Test func `what can never be written arrives in the dead-letter topic`() async throws {
        let chat = try await TestChat(messages: 1)
        let place = try await Place()
        try await place.publisher().publish(events(2))
        let worker = try place.worker(chat)
        try await run(worker) { await worker.messageMetrics.acknowledged == 1 }
        let letters = try await place.pull(1, of: place.deadSubscription)
        #expect(letters.map { String(decoding: $0.message.data, as: UTF8.self) } == [events(2)[1].json])
        #expect(letters.first?.message.attributes["receipts_code"] == "NOT_FOUND")
        #expect(letters.first?.message.attributes["receipts_subscription"] == place.subscription.description)
    }
}
