import Testing

@testable import ReadReceipts

@Suite("Displayed status")
struct DisplayedStatusTests {
    private func status(
        _ status: MessageStatus?, readBy: [UserID] = [], members: [UserID], seenBy user: UserID = "alice"
    ) -> DisplayedStatus? {
        DisplayedStatus(
            of: Message(id: "m", senderID: "alice", status: status, readBy: readBy),
            in: Conversation(id: "c", members: members), seenBy: user)
    }

    @Test(arguments: MessageStatus.allCases)
    func `A8, A13: a received message shows no status`(sent: MessageStatus) {
        #expect(status(sent, members: ["alice", "bob"], seenBy: "bob") == nil)
    }

    @Test func `a message whose status is unknown shows none`() {
        #expect(status(nil, members: ["alice", "bob"]) == nil)
    }

    @Test(arguments: [MessageStatus.sending, .sent, .delivered])
    func `A8: what is not read is shown as it is`(sent: MessageStatus) {
        #expect(status(sent, members: ["alice", "bob"])?.status == sent)
    }

    @Test func `A8: between two a message is read when the recipient has read it`() {
        #expect(status(.read, readBy: ["bob"], members: ["alice", "bob"])?.status == .read)
        #expect(status(.read, members: ["alice", "bob"])?.status == .delivered)
    }

    @Test(arguments: [3, 4, 5])
    func `A3, A8: in a group a message is read only when all others have read it`(size: Int) {
        let others = (["bob", "carol", "dave", "erin"] as [UserID]).prefix(size - 1)
        for count in 0...others.count {
            let shown = status(.read, readBy: Array(others.prefix(count)), members: ["alice"] + others)
            #expect(shown?.status == (count == others.count ? .read : .delivered))
            #expect(shown?.readCount == count)
            #expect(shown?.recipientCount == size - 1)
        }
    }

    @Test func `readers who are no members, and the sender, do not count`() {
        let shown = status(
            .read, readBy: ["alice", "mallory", "bob", "bob"], members: ["alice", "bob", "carol"])
        #expect(shown == DisplayedStatus(status: .delivered, readCount: 1, recipientCount: 2))
    }

    @Test func `alone in a conversation nothing is ever read`() {
        #expect(status(.read, members: ["alice"])?.status == .delivered)
    }
}
