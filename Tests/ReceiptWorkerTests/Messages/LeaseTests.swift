import Testing

@testable import ReceiptWorker

@Suite("Leases and flow control")
struct LeaseTests {
    @Test func `deadlines are set again once half of their time is over`() {
        var leases = LeaseTable()
        leases.add(1, ackID: "a", bytes: 10, at: 0)
        leases.add(2, ackID: "b", bytes: 5, at: 3000)
        #expect((leases.count, leases.bytes) == (2, 15))
        #expect(leases.renew(at: 4999).ackIDs == [])
        #expect(leases.renew(at: 5000).ackIDs == ["a"])
        #expect(leases.renew(at: 8000).ackIDs == ["b"])
        #expect(leases.remove(2) == "b")
        #expect(leases.renew(at: 34_999).ackIDs == [])
        #expect(leases.renew(at: 35_000).ackIDs == ["a"])
        #expect((leases.count, leases.bytes) == (1, 10))
        #expect(leases.remove(2) == nil)
    }

    @Test func `after an hour, another worker may have a message`() {
        var leases = LeaseTable()
        leases.add(1, ackID: "a", bytes: 1, at: 0)
        var now: Int64 = 0
        while now < LeaseTable.longest {
            #expect(leases.renew(at: now).expired == [])
            now += 1000
        }
        #expect(leases.renew(at: LeaseTable.longest + 30_000).expired == [1])
    }

    @Test func `pulls share the room, and ask for no more than there is`() {
        var flow = FlowControl(maximumMessages: 100, maximumBytes: 1000, maximumPulls: 4)
        #expect(flow.begin(messages: 0, bytes: 0) == 25)
        #expect(flow.begin(messages: 60, bytes: 0) == 15)
        #expect(flow.begin(messages: 60, bytes: 0) == nil)
        flow.end(15)
        #expect(flow.begin(messages: 0, bytes: 1000) == nil, "enough bytes")
        for _ in 0..<3 { #expect(flow.begin(messages: 0, bytes: 0) == 25) }
        #expect(flow.begin(messages: 0, bytes: 0) == nil, "enough pulls")
    }

    @Test func `after an answer that was too large, less is asked for`() {
        var flow = FlowControl(maximumMessages: 8000, maximumBytes: 1000, maximumPulls: 4)
        for expected in [1000, 500, 250, 125, 62, 31, 15, 7, 3, 1, 1] {
            #expect(flow.begin(messages: 0, bytes: 0) == expected)
            flow.endTooLarge(expected)
        }
        #expect(flow.begin(messages: 0, bytes: 0) == 1)
        flow.end(1)
        #expect(flow.begin(messages: 0, bytes: 0) == 2)
        #expect(flow.pulls == 1)
    }
}
