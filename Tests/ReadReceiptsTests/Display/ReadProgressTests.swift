import Foundation
import ReadReceipts
import Testing

@Suite("Receipts of messages that keep their readers alone (D)")
struct ReadProgressTests {
    private func progress(
        _ readBy: [UserID], of members: [UserID], sending: Message.SendingState = .sent,
        seenBy user: UserID = "alice"
    ) -> ReadProgress? {
        ReadProgress(
            of: Message(id: "m", senderID: "alice", status: nil, readBy: readBy, sending: sending),
            in: Conversation(id: "c", members: members), seenBy: user)
    }

    @Test func `D4: between two it is sending, delivered, read`() {
        #expect(progress([], of: ["alice", "bob"], sending: .sending) == .sending)
        #expect(progress([], of: ["alice", "bob"]) == .delivered)
        #expect(progress(["bob"], of: ["alice", "bob"]) == .read)
    }

    @Test func `D5: a group of five counts without the sender, up to all`() {
        let members: [UserID] = ["alice", "bob", "carol", "dave", "eve"]
        #expect(progress([], of: members) == .delivered)
        #expect(progress(["bob"], of: members) == .readBy(1, of: 4))
        #expect(progress(["bob", "carol", "dave"], of: members) == .readBy(3, of: 4))
        #expect(progress(["bob", "carol", "dave", "eve"], of: members) == .readByAll)
    }

    @Test func `D7, D8: the sender, strangers and repetitions do not count`() {
        let members: [UserID] = ["alice", "bob", "carol"]
        #expect(progress(["alice", "bob", "bob", "gone"], of: members) == .readBy(1, of: 2))
        #expect(progress(["gone"], of: members) == .delivered)
    }

    @Test func `messages of others, and those that are not on their way, show nothing`() {
        #expect(progress(["bob"], of: ["alice", "bob"], seenBy: "bob") == nil)
        #expect(progress([], of: ["alice", "bob"], sending: .failed) == nil)
        #expect(progress([], of: ["alice", "bob"], sending: .pending) == nil)
    }

    @Test func `D4, D5: the words and colours`() {
        let formatter = ReceiptFormatter(locale: .init(identifier: "en_US"))
        #expect(formatter.label(.sending).text == "Sending…")
        #expect(formatter.label(.delivered).text == "Delivered")
        #expect(formatter.label(.read).tint == .blue)
        #expect(formatter.label(.readBy(3, of: 5)).text == "Read by 3/5")
        #expect(formatter.label(.readBy(3, of: 5)).tint == .grey)
        #expect(formatter.label(.readByAll).text == "Read by all")
        #expect(formatter.label(.readByAll).tint == .blue)
    }

    @Test func `a group of five hundred is counted by the bytes of the ids`() {
        let members: [UserID] = ["alice"] + (1...500).map { "user\($0)" } + ["e\u{301}"]
        #expect(progress((1...500).map { "user\($0)" } + ["\u{E9}"], of: members) == .readBy(500, of: 501))
    }
}
