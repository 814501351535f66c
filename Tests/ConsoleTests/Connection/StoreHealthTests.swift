import Testing

@testable import ReceiptConsole

@Suite("Whether a database answers", .timeLimit(.minutes(1)))
struct StoreHealthTests {
    private let start = ContinuousClock.now
    private let pace = ProbePace(isBilled: false)

    private func probes(_ health: inout StoreHealth, after seconds: Double) -> Bool {
        health.beginProbe(at: start + .seconds(seconds), pace)
    }

    @Test func `one that nothing is known of is asked at once, and once at a time`() {
        var health = StoreHealth()
        #expect(health.reason == nil && health.lastAnswer == nil)
        let first = probes(&health, after: 0)
        #expect(first)
        let second = probes(&health, after: 10)
        #expect(!second)
        health.endProbe(nil, at: start)
        #expect(health.lastAnswer == start && health.reason == nil)
    }

    @Test func `requests that are answered make probes needless`() {
        var health = StoreHealth()
        for tenth in 0..<50 {
            health.answered(at: start + .milliseconds(100 * tenth))
            let isDue = probes(&health, after: 0.1 * Double(tenth) + 0.05)
            #expect(!isDue)
        }
        let early = probes(&health, after: 4.9 + 0.4)
        #expect(!early)
        let due = probes(&health, after: 4.9 + 0.5)
        #expect(due)
    }

    @Test func `a request that fails only casts doubt, and a probe decides at once`() {
        var health = StoreHealth()
        health.answered(at: start)
        health.failed()
        #expect(health.state == .doubtful && health.reason == nil)
        let inDoubt = probes(&health, after: 0.01)
        #expect(inDoubt)
        health.endProbe(nil, at: start + .milliseconds(20))
        #expect(health.state == .answering)
        health.failed()
        let again = probes(&health, after: 0.03)
        #expect(again)
        health.endProbe("refused", at: start + .milliseconds(40))
        #expect(health.reason == "refused")
        #expect(health.lastAnswer == start + .milliseconds(20), "what is shown is as old as that")
    }

    @Test func `a silent one is asked less and less often, and answers by any request`() {
        var health = StoreHealth()
        health.answered(at: start)
        var now = 1.0
        var waits: [Double] = []
        for _ in 0..<6 {
            let begun = probes(&health, after: now)
            #expect(begun)
            health.endProbe("refused", at: start + .seconds(now))
            // Further failures add no information.
            health.failed()
            var wait = 0.0
            while !probes(&health, after: now + wait) { wait += 0.05 }
            waits.append((wait * 100).rounded() / 100)
            health.endProbe("refused", at: start + .seconds(now + wait))
            now += 10
        }
        #expect(waits == [0.25, 1, 2, 2, 2, 2])
        health.answered(at: start + .seconds(100))
        #expect(health.state == .answering && health.reason == nil)
    }

    @Test func `in production an idle database is asked each five seconds`() {
        var health = StoreHealth()
        let pace = ProbePace(isBilled: true)
        health.answered(at: start)
        let tooEarly = health.beginProbe(at: start + .seconds(4), pace)
        #expect(!tooEarly)
        let afterFive = health.beginProbe(at: start + .seconds(5), pace)
        #expect(afterFive)
        #expect(pace.wait(after: 1) == .milliseconds(500) && pace.wait(after: 100) == .seconds(15))
    }
}
