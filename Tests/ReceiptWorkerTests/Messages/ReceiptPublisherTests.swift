import PubSubClient
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptWorker

@Suite("Publishing receipts")
struct ReceiptPublisherTests {
    private func event(_ number: Int, in conversation: ConversationID) -> ReceiptEvent {
        ReceiptEvent(.read, conversationID: conversation, messageID: MessageID("m\(number)"), userID: "bob")
    }

    @Test func `events of one conversation share messages with its id as ordering key`() async throws {
        let pubSub = ScriptedPubSub()
        let settings = PubSubSettings(endpoint: .emulator(host: "127.0.0.1", port: 8085))
        let publisher = ReceiptPublisher(
            to: try TopicName("receipts", project: "p1"), on: try PubSub(settings, transport: pubSub))
        let count = try await publisher.publish([event(1, in: "a"), event(2, in: "b"), event(3, in: "a")])
        #expect(count == 2)
        #expect(
            pubSub.published.map(\.topic) == ["projects/p1/topics/receipts", "projects/p1/topics/receipts"])
        #expect(pubSub.published.map(\.message.attributes) == [["ORDERING KEY": "a"], ["ORDERING KEY": "b"]])
        #expect(
            pubSub.published.map(\.message.text) == [
                [event(1, in: "a"), event(3, in: "a")].map(\.json).joined(separator: "\n"),
                event(2, in: "b").json,
            ])
    }

    @Test func `a message has at most a hundred events, in their order`() {
        let events = (0..<250).map { event($0, in: "a") }
        let messages = ReceiptPublisher.messages(for: events)
        let lines = messages.map {
            String(decoding: $0.data, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        #expect(lines.map(\.count) == [100, 100, 50])
        #expect(lines.flatMap { $0 } == events.map(\.json))
        #expect(messages.allSatisfy { EventBody.refusing($0.data, schema: .status).refusals.isEmpty })
    }

    @Test func `an ordering key is never longer than Pub/Sub accepts, nor cut within a character`() {
        let id = String(repeating: "ü", count: 600)
        let key = ReceiptPublisher.messages(for: [event(1, in: ConversationID(id))])[0].orderingKey
        #expect(key == String(repeating: "ü", count: 512))
        #expect("ab👍🏽".beginning(bytes: 5) == "ab")
    }
}
