import FirestoreModel
import Foundation
import ReadReceipts
import Testing

@Suite("Labels of receipts")
struct ReceiptFormatterTests {
    private let group = Conversation(id: "c", members: ["alice", "bob", "carol", "dave"])

    @Test(arguments: [
        (MessageStatus.sending, ReceiptLabel.Symbol.spinner, ReceiptLabel.Tint.grey, "Sending message"),
        (.sent, .check, .grey, "Message sent"), (.delivered, .doubleCheck, .grey, "Message delivered"),
        (.read, .doubleCheck, .blue, "Message read"),
    ])
    func `A1, A18: a spinner, a check, two checks, two blue ones, and what a screen reader says`(
        status: MessageStatus, symbol: ReceiptLabel.Symbol, tint: ReceiptLabel.Tint, spoken: String
    ) {
        let label = ReceiptFormatter().label(DisplayedStatus(status: status, readCount: 0, recipientCount: 1))
        #expect(label == ReceiptLabel(symbol: symbol, tint: tint, text: nil, accessibilityLabel: spoken))
    }

    @Test func `A3: a group sees how many have read a message, unless it does not want to`() {
        let status = DisplayedStatus(status: .delivered, readCount: 2, recipientCount: 3)
        #expect(ReceiptFormatter(locale: Locale(identifier: "en_US")).label(status).text == "Read by 2 of 3")
        #expect(ReceiptFormatter(showsCounts: false).label(status).text == nil)
    }

    @Test(arguments: [
        ([], ReceiptLabel.Tint.grey, "Message delivered"), (["bob"], .blue, "Message read"),
    ])
    func `C1: between two in a Realtime Database there is a check mark, which turns blue`(
        readers: [UserID], tint: ReceiptLabel.Tint, spoken: String
    ) {
        var message = Message(id: "m", senderID: "alice", status: nil, readBy: readers)
        let pair = Conversation(id: "c", members: ["alice", "bob"])
        func label(in conversation: Conversation) -> ReceiptLabel? {
            ReceiptFormatter(locale: Locale(identifier: "en_US")).label(
                of: message, in: conversation, seenBy: "alice", schema: .readAt, isLastOwn: true)
        }
        #expect(
            label(in: pair)
                == ReceiptLabel(symbol: .check, tint: tint, text: nil, accessibilityLabel: spoken))
        #expect(label(in: group)?.text == (readers.isEmpty ? "Delivered" : "Read by 1/3"))
        message.sending = .sending
        #expect(label(in: pair)?.symbol == .spinner)
    }

    @Test func `the schema decides which label a message has`() {
        let message = Message(
            id: "m", senderID: "alice", status: .read, readBy: ["bob"], deliveredTo: ["bob", "carol", "dave"])
        func text(_ schema: ReceiptSchema, isLastOwn: Bool = true, seenBy user: UserID = "alice") -> String? {
            ReceiptFormatter(locale: Locale(identifier: "en_US")).label(
                of: message, in: group, seenBy: user, schema: schema, isLastOwn: isLastOwn)?.text
        }
        #expect(text(.status) == "Read by 1 of 3")
        #expect(text(.deliveredTo) == "Read by some users")
        #expect(text(.deliveredTo, isLastOwn: false) == nil)
        #expect(text(.readBy) == "Read by 1/3")
        #expect(text(.readBy, seenBy: "bob") == nil)
    }

    @Test(arguments: [
        (0, "now"), (5 * 60, "5 minutes ago"), (3600, "1 hour ago"), (86_400, "yesterday"),
        (2 * 86_400, "2 days ago"),
    ])
    func `C2: how long ago it was`(seconds: Int64, text: String) {
        let formatter = ReceiptFormatter(
            locale: Locale(identifier: "en_US"), timeZone: TimeZone(secondsFromGMT: 0) ?? .current)
        let now = Timestamp(seconds: 1_800_000_000, nanoseconds: 0)
        let time = Timestamp(seconds: now.seconds - seconds, nanoseconds: 0)
        #expect(formatter.age(of: time, at: now) == text)
    }

    @Test func `words come from a file, and those that are missing are English`() throws {
        let strings = try JSONDecoder().decode(
            ReceiptStrings.self,
            from: Data(#"{"delivered": "Zugestellt", "readByCount": "{count} von {total}"}"#.utf8))
        let formatter = ReceiptFormatter(strings: strings, locale: Locale(identifier: "de_DE"))
        #expect(formatter.label(.delivered).text == "Zugestellt")
        #expect(formatter.label(.readBy(1200, of: 3000)).text == "1.200 von 3.000")
        #expect(formatter.label(.readByAll).text == "Read by all")
    }
}
