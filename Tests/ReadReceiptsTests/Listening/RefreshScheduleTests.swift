import Testing

@testable import ReadReceipts

@Suite("When everything is looked at")
struct RefreshScheduleTests {
    @Test func `the first poll looks at everything, then one each interval`() {
        var schedule = RefreshSchedule(interval: .seconds(10))
        #expect(schedule.isDue && schedule.wait == nil)
        schedule.refreshed()
        #expect(!schedule.isDue && schedule.wait == .seconds(10))
        schedule.passed(.seconds(7))
        #expect(!schedule.isDue && schedule.wait == .seconds(3))
        schedule.passed(.seconds(4))
        #expect(schedule.isDue && schedule.wait == nil)
    }

    @Test func `without an interval only what was asked for is due`() {
        var schedule = RefreshSchedule(interval: nil)
        #expect(schedule.isDue)
        schedule.refreshed()
        schedule.passed(.seconds(100_000))
        #expect(!schedule.isDue && schedule.wait == nil)
        schedule.demand()
        #expect(schedule.isDue)
    }
}
