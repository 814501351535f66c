import FirestoreModel
import Testing

@testable import ReadReceipts

@Suite("Message")
struct MessageTests {
    @Test func `a whole document is read`() {
        let message = Message(
            .message(fields: [
                "senderId": "alice", "text": "Hi", "status": "delivered", "readBy": ["bob"],
                "timestamp": .timestamp(Timestamp(seconds: 9, nanoseconds: 0)),
            ]), schema: .status)
        #expect(
            message
                == Message(
                    id: "m1", senderID: "alice", status: .delivered, readBy: ["bob"],
                    timestamp: Timestamp(seconds: 9, nanoseconds: 0), text: "Hi",
                    updateTime: Timestamp(seconds: 5, nanoseconds: 0)))
    }

    @Test func `fields of other types count as missing`() {
        let message = Message(
            .message(fields: ["senderId": 1, "text": [], "status": 2, "readBy": "bob", "timestamp": "now"]),
            schema: .status)
        var expected = Message(
            id: "m1", senderID: nil, status: nil, updateTime: Timestamp(seconds: 5, nanoseconds: 0))
        // It keeps the message from being marked.
        expected.unknownStatus = "not a string"
        #expect(message == expected)
        #expect(Message(.message(fields: ["readBy": [1, "bob"]]), schema: .status).readBy == ["bob"])
    }

    @Test func `a conversation holds each member once`() {
        #expect(
            Conversation(.message(fields: ["participants": ["a", "b", "a", 3]]), schema: .status).members == [
                "a", "b",
            ])
    }

    @Test func `statuses are ordered from sending to read`() {
        #expect(MessageStatus.allCases.sorted() == [.sending, .sent, .delivered, .read])
        #expect(!(MessageStatus.sent < .sent))
    }
}
