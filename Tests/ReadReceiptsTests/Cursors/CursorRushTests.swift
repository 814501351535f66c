import Testing

@testable import ReadReceipts

@Suite("A rush of cursors") struct CursorRushTests {
    private func rush(_ moves: Int, cost: Int = 3) -> CursorRush {
        var rush = CursorRush()
        rush.heard(moves, costOfCounting: cost)
        return rush
    }

    @Test func `more than a hundred moves a second are one`() {
        #expect(!rush(100).isOn)
        #expect(rush(101).isOn)
        var slow = rush(60)
        slow.passed(.seconds(1))
        slow.heard(60, costOfCounting: 3)
        #expect(!slow.isOn)
        var fast = rush(60)
        fast.passed(.milliseconds(999))
        fast.heard(60, costOfCounting: 3)
        #expect(fast.isOn)
    }

    @Test func `moves that cost less to hear than to count are heard`() {
        #expect(!rush(400, cost: 100).isOn)
        #expect(rush(401, cost: 100).isOn)
    }

    @Test func `it is over when few cursors move between two counts`() {
        var rush = rush(500)
        rush.counted(change: 25)
        #expect(rush.isOn)
        rush.counted(change: 24)
        #expect(!rush.isOn)
        rush.heard(60, costOfCounting: 3)
        #expect(!rush.isOn)
    }
}
