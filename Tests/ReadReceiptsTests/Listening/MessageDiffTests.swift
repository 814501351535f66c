import FirestoreModel
import Testing

@testable import ReadReceipts

@Suite("Message diff")
struct MessageDiffTests {
    private func message(_ id: String, at time: Int64, _ status: MessageStatus = .sent) -> Message {
        Message(
            id: id, senderID: "alice", status: status, updateTime: Timestamp(seconds: time, nanoseconds: 0))
    }

    @Test func `the first reading adds everything in its order`() {
        var diff = MessageDiff()
        let messages = [message("b", at: 1), message("a", at: 2)]
        #expect(diff.changes(to: messages) == messages.map { MessageChange(.added, $0) })
    }

    @Test func `the same reading again changes nothing`() {
        var diff = MessageDiff()
        let messages = [message("a", at: 1)]
        _ = diff.changes(to: messages)
        #expect(diff.changes(to: messages).isEmpty)
    }

    @Test func `a new update time is a modification, with the message before it`() {
        var diff = MessageDiff()
        let (before, after) = (message("a", at: 1), message("a", at: 2, .read))
        _ = diff.changes(to: [before])
        #expect(diff.changes(to: [after]) == [MessageChange(.modified, after, previous: before)])
    }

    @Test func `removals come first, with the message as it was`() {
        var diff = MessageDiff()
        let (gone, stays, comes) = (message("a", at: 1), message("b", at: 1), message("c", at: 2))
        _ = diff.changes(to: [gone, stays])
        #expect(
            diff.changes(to: [stays, comes])
                == [MessageChange(.removed, gone, previous: gone), MessageChange(.added, comes)])
        #expect(diff.changes(to: [gone, stays, comes]) == [MessageChange(.added, gone)])
    }
}
