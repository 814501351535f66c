import Testing

@testable import ReceiptConsole

@Suite("The worker's last hour", .timeLimit(.minutes(1)))
struct WorkerHistoryTests {
    private func sample(_ time: Int64, stored: Int = 0, counts: WorkerCounts? = nil) -> WorkerHistory.Sample {
        WorkerHistory.Sample(
            time: time, queued: 1, waiting: 20, stored: stored, settled: 0, deadLetters: 0, counts: counts)
    }

    @Test func `an hour is kept, and not more samples than the limit`() {
        var history = WorkerHistory()
        for second in 0..<4000 { history.add(sample(Int64(second) * 5000, stored: second), of: "a") }
        let times = history.samples.map(\.time)
        #expect(times.last == 19_995_000 && times.count <= WorkerHistory.limit)
        #expect(times.allSatisfy { $0 >= 19_995_000 - WorkerHistory.span })
        #expect(times.count == 721)
        for millisecond in 0..<2000 {
            history.add(sample(20_000_000 + Int64(millisecond), stored: 4000), of: "a")
        }
        #expect(history.samples.count == WorkerHistory.limit)
    }

    @Test func `samples that do not compare begin a new history`() {
        var history = WorkerHistory()
        history.add(sample(1000, stored: 5), of: "a")
        history.add(sample(2000, stored: 6), of: "b")
        #expect(history.samples.map(\.time) == [2000])
        history.add(sample(3000, stored: 2), of: "b")
        #expect(history.samples.map(\.time) == [3000], "an outbox that was made anew")
        history.add(sample(2500, stored: 3), of: "b")
        #expect(history.samples.map(\.time) == [2500], "a clock that was set back")
        history.add(sample(4000, stored: 5), of: nil)
        history.add(sample(5000, stored: 0), of: nil)
        #expect(history.samples.map(\.time) == [4000, 5000], "a worker that was started again goes on")
    }

    @Test func `a page asks for what is new`() throws {
        var history = WorkerHistory()
        for time in [1000, 2000, 3000] as [Int64] { history.add(sample(time), of: "a") }
        #expect(history.rows(after: 0).count == 3)
        #expect(history.rows(after: 2000) == [[3000, 1, 20, 0, 0, 0, nil, nil]])
        #expect(history.rows(after: 3000).isEmpty)
    }

    private static func text(_ counts: [Int], refused: [String: Int] = [:]) -> String {
        let limits = ["0.1", "0.5", "1.0", "+Inf"]
        let buckets = zip(limits, counts).map { "receipts_latency_seconds_bucket{le=\"\($0)\"} \($1)" }
        let codes = refused.map { "receipts_refused_total{code=\"\($0.key)\"} \($0.value)" }
        return
            (["# TYPE receipts_latency_seconds histogram"] + buckets + codes + ["receipts_commits_total 3"])
            .joined(separator: "\n")
    }

    @Test func `the worker's metrics are read, and nothing else`() throws {
        let counts = try #require(
            WorkerCounts(Self.text([1, 2, 3, 4], refused: ["NOT_FOUND": 2, "ABORTED": 3])))
        #expect(counts.refused == 5 && counts.written.map(\.count) == [1, 2, 3, 4])
        #expect(counts.written.map(\.limit) == [100, 500, 1000, .infinity])
        for other in ["", "<html>", "receipts_refused_total 1", String(repeating: "a", count: 2_000_000)] {
            #expect(WorkerCounts(other) == nil)
        }
    }

    @Test func `the wait is estimated from what was written since the sample before`() throws {
        let before = try #require(WorkerCounts(Self.text([10, 10, 10, 10])))
        let after = try #require(WorkerCounts(Self.text([10, 20, 20, 20])))
        #expect(after.latency(since: before, share: 0.5) == 300)
        #expect(after.latency(since: before, share: 1) == 500)
        #expect(before.latency(since: before, share: 0.5) == nil, "nothing was written")
        #expect(before.latency(since: after, share: 0.5) == nil, "the worker was started again")
        let slow = try #require(WorkerCounts(Self.text([10, 10, 10, 12])))
        #expect(slow.latency(since: before, share: 0.95) == 1000, "longer than all limits")
        var history = WorkerHistory()
        history.add(sample(1000, counts: before), of: "a")
        history.add(sample(6000, counts: after), of: "a")
        #expect(history.rows(after: 1000).first?.suffix(2) == [0, 480])
    }
}
