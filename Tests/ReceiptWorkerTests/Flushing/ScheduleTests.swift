import FirestoreModel
import TestSupport
import Testing

@testable import ReceiptWorker

@Suite("When receipts are written")
struct ScheduleTests {
    private func expect(
        _ schedule: inout FlushSchedule, isDue: Bool, at now: Int64,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let found = schedule.isDue(at: now)
        #expect(found == isDue, sourceLocation: location)
    }

    /// The delays before each of several requests of 20 writes at the same time.
    private func waits(_ ramp: inout BulkRamp, at now: Int64, _ count: Int) -> [Int64] {
        (0..<count).map { _ in ramp.take(20, at: now) }
    }

    @Test func `receipts wait for others until the oldest has waited long enough`() {
        var schedule = FlushSchedule(interval: 1500)
        #expect(schedule.dueAt == nil)
        expect(&schedule, isDue: false, at: 0)
        schedule.arrived(1, at: 100)
        schedule.arrived(1, at: 1200)
        #expect(schedule.dueAt == 1600)
        expect(&schedule, isDue: false, at: 1599)
        expect(&schedule, isDue: true, at: 1600)
        // And so on, until nothing is left.
        schedule.arrived(1, at: 1601)
        expect(&schedule, isDue: true, at: 1602)
        schedule.ranDry()
        expect(&schedule, isDue: false, at: 9000)
        schedule.arrived(1, at: 9000)
        #expect(schedule.dueAt == 10_500)
    }

    @Test func `a commit that is full is written at once`() {
        var schedule = FlushSchedule(interval: 1500, enough: 500)
        schedule.arrived(499, at: 0)
        expect(&schedule, isDue: false, at: 0)
        schedule.arrived(1, at: 0)
        expect(&schedule, isDue: true, at: 0)
        schedule.ranDry()
        schedule.arrived(1, at: 1)
        expect(&schedule, isDue: false, at: 1)
        schedule.hurry()
        expect(&schedule, isDue: true, at: 1)
    }

    @Test func `waits double up to a limit, and are longest when the server asks for less`() {
        let schedule = RetrySchedule()
        #expect(
            (1...9).map { schedule.ceiling(failures: $0, code: .unavailable) }
                == [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
        #expect(schedule.ceiling(failures: 1, code: .resourceExhausted) == 2500)
        #expect(schedule.ceiling(failures: 1000, code: .resourceExhausted) == 300_000)
        #expect(schedule.ceiling(failures: 0, code: .unavailable) == 500)
        #expect(schedule.ceiling(failures: .max, code: .unavailable) == 60_000)
        var generator = SeededGenerator(seed: 1)
        for failures in 1...20 {
            let delay = schedule.delay(failures: failures, code: .aborted, using: &generator)
            let ceiling = schedule.ceiling(failures: failures, code: .aborted)
            #expect((ceiling / 2...ceiling).contains(delay))
        }
    }

    @Test func `after a failure that affects all, nothing is sent for a while, and then one request`() {
        var generator = SeededGenerator(seed: 1)
        var health = ServerHealth()
        #expect(health.isOpen(at: 0))
        health.began()
        health.began()
        #expect(health.isOpen(at: 0))
        health.failed(at: 0, code: .unavailable, RetrySchedule(), using: &generator)
        // Requests that were sent together count once.
        health.failed(at: 1, code: .unavailable, RetrySchedule(), using: &generator)
        #expect(health.failures == 1)
        let first = health.closedUntil
        #expect((250...500).contains(first))
        #expect(!health.isOpen(at: first - 1))
        #expect(health.isOpen(at: first))
        health.began()
        #expect(!health.isOpen(at: first))
        health.failed(at: first, code: .unavailable, RetrySchedule(), using: &generator)
        #expect((500...1000).contains(health.closedUntil - first))
        #expect(health.isOpen(at: health.closedUntil))
        health.began()
        health.succeeded()
        #expect(health == ServerHealth())
    }

    @Test func `bulk writes begin with 500 a second, and half as many more are allowed each five minutes`() {
        var ramp = BulkRamp(at: 0)
        #expect([0, 299_999, 300_000, 600_000].map { ramp.rate(at: $0) } == [500, 500, 750, 1125])
        #expect(ramp.rate(at: 24 * 3_600_000) == 10_000)
        #expect(ramp.rate(at: .max) == 10_000)
        let first = waits(&ramp, at: 0, 27)
        #expect(first == Array(repeating: 0, count: 25) + [40, 80])
        let later = waits(&ramp, at: 1000, 24)
        #expect(later == Array(repeating: 0, count: 23) + [40])
        // Even after a pause, no more than the rate is sent at once.
        let afterPause = waits(&ramp, at: 100_000, 26)
        #expect(afterPause == Array(repeating: 0, count: 25) + [40])
    }
}
