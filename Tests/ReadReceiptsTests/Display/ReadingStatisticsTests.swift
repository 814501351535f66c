import FirestoreModel
import ReadReceipts
import Testing

@Suite("How soon messages are read")
struct ReadingStatisticsTests {
    private func message(_ id: MessageID, sent: Int64?, read: Int64?, isSystem: Bool = false) -> Message {
        func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds, nanoseconds: 0) }
        return Message(
            id: id, senderID: "alice", status: nil, timestamp: sent.map(time), readAt: read.map(time),
            isSystemMessage: isSystem)
    }

    @Test func `D11: the share that was read within an hour, a day and a week`() {
        let statistics = ReadingStatistics([
            message("a", sent: 0, read: 60), message("b", sent: 0, read: 3600),
            message("c", sent: 0, read: 86_000), message("d", sent: 0, read: nil),
            message("e", sent: nil, read: 5), message("f", sent: 0, read: 1, isSystem: true),
        ])
        #expect(statistics.messageCount == 4)
        #expect(statistics.shareRead(within: .seconds(3600)) == 0.5)
        #expect(statistics.shareRead(within: .seconds(86_400)) == 0.75)
        #expect(statistics.shareRead(within: .seconds(7 * 86_400)) == 0.75)
        #expect(statistics.medianTimeToRead == .seconds(3600))
    }

    @Test func `without messages there are no shares`() {
        let statistics = ReadingStatistics([])
        #expect(statistics.shareRead(within: .seconds(1)) == 0)
        #expect(statistics.medianTimeToRead == nil)
    }

    @Test func `what a clock that is late has read before it was sent was read at once`() {
        #expect(ReadingStatistics([message("a", sent: 10, read: 7)]).timesToRead == [.zero])
    }
}
