import FirestoreModel
import TestSupport
import Testing

@testable import ReadReceipts

@Suite("Cursors of a conversation")
struct CursorTableTests {
    private let schema = ReceiptSchema.readUpTo

    private func message(_ second: Int64, from sender: UserID = "alice") -> Message {
        Message(
            id: MessageID("m\(second)"), senderID: sender, status: nil,
            timestamp: Timestamp(seconds: second, nanoseconds: 0))
    }

    private func cursor(_ user: UserID, delivered: Int64? = nil, read: Int64? = nil) -> ReceiptCursor {
        var cursor = ReceiptCursor(of: user)
        for (receipt, second) in [(Receipt.delivered, delivered), (.read, read)] {
            guard let position = second.flatMap({ message($0).position }) else { continue }
            cursor.move(receipt, to: position)
        }
        return cursor
    }

    private func audience(_ members: [UserID], _ cursors: ReceiptCursor...) -> ReceiptAudience {
        ReceiptAudience(Conversation(id: "c1", members: members), cursors: cursors, schema: schema)
    }

    private func status(_ second: Int64, _ audience: ReceiptAudience) -> DisplayedStatus? {
        DisplayedStatus(of: message(second), among: audience, seenBy: "alice")
    }

    @Test func `a message is read by those whose cursor has reached it`() {
        let chat = audience(
            ["alice", "bob", "carol"], cursor("bob", read: 5), cursor("carol", delivered: 7, read: 2))
        #expect(status(1, chat) == DisplayedStatus(status: .read, readCount: 2, recipientCount: 2))
        #expect(status(2, chat) == DisplayedStatus(status: .read, readCount: 2, recipientCount: 2))
        #expect(status(3, chat) == DisplayedStatus(status: .delivered, readCount: 1, recipientCount: 2))
        #expect(status(5, chat) == DisplayedStatus(status: .delivered, readCount: 1, recipientCount: 2))
        #expect(status(6, chat) == DisplayedStatus(status: .sent, readCount: 0, recipientCount: 2))
    }

    @Test func `a message is delivered once all others have received it`() {
        let chat = audience(
            ["alice", "bob", "carol"], cursor("bob", delivered: 4), cursor("carol", delivered: 3))
        #expect(status(3, chat)?.status == .delivered)
        #expect(status(4, chat)?.status == .sent)
    }

    @Test func `the sender and former members do not count`() {
        let chat = audience(["alice", "bob"], cursor("alice", read: 9), cursor("dave", read: 9))
        #expect(status(1, chat) == DisplayedStatus(status: .sent, readCount: 0, recipientCount: 1))
    }

    @Test func `two messages of one time are in the order of their ids`() {
        let time = Timestamp(seconds: 3, nanoseconds: 0)
        var bob = ReceiptCursor(of: "bob")
        bob.move(.read, to: ChatPosition(time: time, messageID: "b"))
        let chat = audience(["alice", "bob"], bob)
        func isRead(_ id: MessageID) -> Bool {
            let message = Message(id: id, senderID: "alice", status: nil, timestamp: time)
            return DisplayedStatus(of: message, among: chat, seenBy: "alice")?.status == .read
        }
        #expect((isRead("a"), isRead("b"), isRead("c")) == (true, true, false))
    }

    @Test func `a message that has read has been delivered, and a cursor never moves back`() {
        var bob = cursor("bob", delivered: 3, read: 5)
        #expect(bob[.delivered] == message(5).position)
        bob.move(.read, to: ChatPosition(time: Timestamp(seconds: 1, nanoseconds: 0), messageID: "m1"))
        #expect(bob[.read] == message(5).position)
    }

    @Test func `moving cursors one by one counts as reading them all again`() {
        var generator = SeededGenerator(seed: 27)
        let members = (0..<40).map { UserID("u\($0)") }
        var chat = ReceiptAudience(
            Conversation(id: "c1", members: members), cursors: [ReceiptCursor](), schema: schema)
        var cursors: [UserID: ReceiptCursor] = [:]
        for _ in 0..<500 {
            let user = UserID("u\(Int.random(in: 0..<44, using: &generator))")
            if Int.random(in: 0..<12, using: &generator) == 0 {
                cursors[user] = nil
            } else {
                let read = Int64.random(in: 0..<30, using: &generator)
                cursors[user] = cursor(
                    user, delivered: read + .random(in: 0..<5, using: &generator), read: read)
            }
            chat.set(cursors[user], of: user)
            let fresh = ReceiptAudience(chat.conversation, cursors: Array(cursors.values), schema: schema)
            let message = message(.random(in: 0..<30, using: &generator), from: members[0])
            #expect(chat.counts(of: message) == fresh.counts(of: message), "seed 27")
            let marked = chat.marked(message)
            #expect(
                chat.counts(of: message) == [marked.deliveredTo.count, marked.readBy.count],
                "seed 27")
        }
    }

    @Test func `a message on its way has no receipts`() {
        let chat = audience(["alice", "bob"], cursor("bob", read: 5))
        var message = message(1)
        message.sending = .sending
        #expect(DisplayedStatus(of: message, among: chat, seenBy: "alice")?.status == .sending)
        #expect(DisplayedStatus(of: message, among: chat, seenBy: "alice")?.readCount == 0)
    }
}
