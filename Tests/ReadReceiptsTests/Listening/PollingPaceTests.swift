import Testing

@testable import ReadReceipts

@Suite("Polling pace")
struct PollingPaceTests {
    private func waits(_ pace: inout PollingPace, _ count: Int) -> [Duration] {
        (0..<count).map { _ in
            defer { pace.polled(foundChanges: false) }
            return pace.wait
        }
    }

    @Test func `polls become rarer while nothing changes, down to one in eight intervals`() {
        var pace = PollingPace(interval: .milliseconds(100), patience: .milliseconds(250))
        #expect(
            waits(&pace, 12)
                == [100, 100, 100, 200, 200, 400, 800, 800, 800, 800, 800, 800].map { .milliseconds($0) })
    }

    @Test func `patience keeps the pace fast for its time`() {
        var pace = PollingPace(interval: .seconds(1), patience: .seconds(30))
        #expect(waits(&pace, 31).allSatisfy { $0 == .seconds(1) })
        #expect(pace.wait == .seconds(2))
    }

    @Test func `a change makes the pace fast again`() {
        var pace = PollingPace(interval: .milliseconds(100), patience: .zero)
        _ = waits(&pace, 10)
        #expect(pace.wait == .milliseconds(800))
        pace.polled(foundChanges: true)
        #expect(pace.wait == .milliseconds(100))
    }
}
