import Testing

@testable import ReadReceipts

@Suite("Polling pace")
struct PollingPaceTests {
    @Test func `polls become rarer while nothing changes, down to one in eight intervals`() {
        var pace = PollingPace(interval: .milliseconds(100))
        var waits: [Duration] = []
        for _ in 0..<10 {
            waits.append(pace.wait)
            pace.polled(foundChanges: false)
        }
        #expect(waits == [100, 100, 100, 100, 200, 400, 800, 800, 800, 800].map { .milliseconds($0) })
    }

    @Test func `a change makes the pace fast again`() {
        var pace = PollingPace(interval: .milliseconds(100))
        for _ in 0..<10 { pace.polled(foundChanges: false) }
        pace.polled(foundChanges: true)
        #expect(pace.wait == .milliseconds(100))
    }
}
