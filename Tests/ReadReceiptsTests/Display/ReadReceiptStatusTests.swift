import FirestoreModel
import Foundation
import ReadReceipts
import Testing

@Suite("Receipts of messages that keep whom they were delivered to (B)")
struct ReadReceiptStatusTests {
    private let two = Conversation(id: "c", members: ["alice", "bob"])
    private let four = Conversation(id: "c", members: ["alice", "bob", "carol", "dave"])

    private func message(
        deliveredTo: [UserID] = [], readBy: [UserID] = [], from sender: UserID? = "alice",
        sending: Message.SendingState = .sent, isSystemMessage: Bool = false
    ) -> Message {
        Message(
            id: "m", senderID: sender, status: nil, readBy: readBy, deliveredTo: deliveredTo,
            isSystemMessage: isSystemMessage, sending: sending)
    }

    @Test(arguments: [
        ([], [], ReadReceiptStatus.notDelivered), (["bob"], [], .delivered), (["bob"], ["bob"], .readByAll),
        ([], ["bob"], .readByAll), (["alice"], ["alice"], .notDelivered),
    ])
    func `B1: between two, a message is delivered, then read`(
        deliveredTo: [UserID], readBy: [UserID], status: ReadReceiptStatus
    ) {
        let message = message(deliveredTo: deliveredTo, readBy: readBy)
        #expect(ReadReceiptStatus(of: message, in: two, seenBy: "alice") == status)
    }

    @Test func `B2, B10: in a group it is delivered once all have it, then read by some, then by all`() {
        let steps: [([UserID], [UserID], ReadReceiptStatus)] = [
            ([], [], .notDelivered), (["bob"], [], .notDelivered), (["bob", "carol"], [], .notDelivered),
            (["bob", "carol", "dave"], [], .delivered), (["bob", "carol", "dave"], ["bob"], .readBySome),
            (["bob", "carol", "dave"], ["bob", "carol"], .readBySome),
            (["bob", "carol", "dave"], ["bob", "carol", "dave"], .readByAll),
        ]
        for (deliveredTo, readBy, status) in steps {
            let message = message(deliveredTo: deliveredTo, readBy: readBy)
            #expect(ReadReceiptStatus(of: message, in: four, seenBy: "alice") == status)
        }
    }

    @Test func `B9: a member who leaves still counts, unless the schema says otherwise`() {
        let message = message(deliveredTo: ["bob", "eve"], readBy: ["bob"])
        #expect(ReadReceiptStatus(of: message, in: two, seenBy: "alice") == .readBySome)
        #expect(
            ReadReceiptStatus(of: message, in: two, seenBy: "alice", waitsForFormerMembers: false)
                == .readByAll)
    }

    @Test func `B9: failed, pending and system messages, and those of others, show nothing`() {
        for sending in [Message.SendingState.failed, .pending, .sending] {
            #expect(ReadReceiptStatus(of: message(sending: sending), in: two, seenBy: "alice") == nil)
        }
        #expect(ReadReceiptStatus(of: message(isSystemMessage: true), in: two, seenBy: "alice") == nil)
        #expect(ReadReceiptStatus(of: message(from: nil), in: two, seenBy: "alice") == nil)
        #expect(ReadReceiptStatus(of: message(), in: two, seenBy: "bob") == nil)
    }

    @Test func `B3: only the newest message of one's own has a label`() {
        func at(_ seconds: Int64, _ id: MessageID, _ sender: UserID, _ sending: Message.SendingState = .sent)
            -> Message
        {
            Message(
                id: id, senderID: sender, status: nil, timestamp: Timestamp(seconds: seconds, nanoseconds: 0),
                sending: sending)
        }
        let messages = [
            at(3, "c", "alice"), at(1, "a", "alice"), at(4, "d", "bob"), at(5, "e", "alice", .failed),
        ]
        #expect(messages.lastOwn(of: "alice")?.id == "c")
        #expect(messages.lastOwn(of: "carol") == nil)
    }

    @Test func `B1: the time stands as the reader's locale and time zone have it`() throws {
        let readAt = Timestamp(seconds: 1_767_289_320, nanoseconds: 0)
        func text(_ locale: String, _ zone: String) throws -> String? {
            let formatter = ReceiptFormatter(
                locale: Locale(identifier: locale), timeZone: try #require(TimeZone(identifier: zone)))
            return formatter.label(.readByAll, readAt: readAt, isGroup: false)?.text
        }
        // There is a narrow space between the time and "PM".
        #expect(try text("en_US", "America/New_York")?.replacing("\u{202F}", with: " ") == "Read at 12:42 PM")
        #expect(try text("de_DE", "Europe/Berlin") == "Read at 18:42")
    }

    @Test func `B1, B2: the words of each status`() {
        let formatter = ReceiptFormatter()
        #expect(formatter.label(.notDelivered, readAt: nil, isGroup: true) == nil)
        #expect(formatter.label(.delivered, readAt: nil, isGroup: true)?.text == "Delivered")
        #expect(formatter.label(.readBySome, readAt: nil, isGroup: true)?.text == "Read by some users")
        #expect(formatter.label(.readByAll, readAt: nil, isGroup: true)?.text == "Read by all users")
        #expect(formatter.label(.readByAll, readAt: nil, isGroup: false)?.text == "Read")
    }
}
