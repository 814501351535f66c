import FirestoreModel
import ReadReceipts
import Testing

@testable import ReceiptConsole

@Suite("The messages of a pane")
struct MessageHistoryTests {
    private func message(_ number: Int, version: Int64 = 0) -> Message {
        Message(
            id: "m\(number)", senderID: "alice", status: .sent,
            timestamp: Timestamp(seconds: Int64(number), nanoseconds: 0),
            updateTime: Timestamp(seconds: version, nanoseconds: 0))
    }

    private func updates(_ kind: ReceiptUpdate.Kind, _ numbers: some Sequence<Int>) -> [ReceiptUpdate] {
        numbers.map { ReceiptUpdate(kind, conversationID: "c", message: message($0)) }
    }

    @Test func `fewer messages than a page are all there are`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 1...3), isFirst: true)
        #expect(history.isComplete && history.oldest?.id == "m1")
        var full = MessageHistory()
        _ = full.received(updates(.added, 1...MessageHistory.pageSize), isFirst: true)
        #expect(!full.isComplete)
    }

    @Test func `a message that newer ones push out of what is listened to stays on the page`() {
        var history = MessageHistory()
        let size = MessageHistory.pageSize
        _ = history.received(updates(.added, 1...size), isFirst: true)
        let told = history.received(
            updates(.removed, [1]) + updates(.added, [size + 1]), isFirst: false)
        #expect(told.map(\.message.id) == ["m\(size + 1)"])
        #expect(history.oldest?.id == "m1" && history.idsToRefresh == ["m1"])
    }

    @Test func `a message that was deleted leaves the page`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 1...5), isFirst: true)
        #expect(history.received(updates(.removed, [3]), isFirst: false).map(\.message.id) == ["m3"])
        let size = MessageHistory.pageSize
        var full = MessageHistory()
        _ = full.received(updates(.added, 1...size), isFirst: true)
        #expect(full.received(updates(.removed, [size]), isFirst: false).map(\.message.id) == ["m\(size)"])
    }

    @Test func `older messages are told of when they have changed or gone`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 500...700), isFirst: true)
        history.received(page: (300..<500).map { message($0) })
        let (changed, gone) = history.refreshed(
            [message(300), message(301, version: 9)], missing: ["m302", "m999"])
        #expect(changed.map(\.id) == ["m301"] && gone.map(\.id) == ["m302"])
        #expect(!history.idsToRefresh.contains("m302"))
    }

    @Test func `only so many older messages are looked at again, and none that cannot change`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 2000...2199), isFirst: true)
        for page in [1800..<2000, 1600..<1800, 1400..<1600] {
            history.received(page: page.map { message($0) })
        }
        #expect(history.idsToRefresh.count == MessageHistory.refreshLimit)
        #expect(history.idsToRefresh.contains("m1400") && !history.idsToRefresh.contains("m1999"))
        history.settle(Set((1400..<1600).map { "m\($0)" }))
        #expect(!history.idsToRefresh.contains("m1400") && history.idsToRefresh.contains("m1999"))
    }

    @Test func `a message on its way has no time, and no page ends before it`() {
        var history = MessageHistory()
        var sending = message(9)
        sending.timestamp = nil
        _ = history.received(
            [ReceiptUpdate(.added, conversationID: "c", message: sending)] + updates(.added, [10, 11]),
            isFirst: true)
        #expect(history.oldest?.id == "m10")
    }
}
