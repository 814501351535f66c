import HTTPTypes
import JSONText
import ReadReceipts
import ReceiptWorker
import Synchronization
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("The worker in the console", .timeLimit(.minutes(1)))
struct WorkerDeskTests {
    private let folder: TemporaryFolder
    private let outbox: Outbox

    init() throws {
        folder = try TemporaryFolder()
        outbox = try Outbox(path: "\(folder.path)/outbox.sqlite")
    }

    private func event(_ number: Int) -> ReceiptEvent {
        ReceiptEvent(.read, conversationID: "c1", messageID: "m\(number)", userID: "bob")
    }

    /// Stores events that are all rejected for good.
    private func bury(_ count: Int) async throws {
        try await outbox.store((1...count).map { event($0) })
        let batch = try #require(
            try await outbox.handOut(after: 0, except: [], limit: count, mixesLanes: true).batch)
        try await outbox.settle(
            batch.parts.map { lane, receipts in
                LaneSettlement(
                    lane, receipts.map { .dead($0, code: "PERMISSION_DENIED", reason: "no <b>") })
            })
    }

    @Test func `its depth, its totals and its dead letters are shown`() async throws {
        let probe = try ConsoleProbe(outbox: outbox)
        #expect(await probe(.get, "/api/about").json["hasWorker"] == .boolean(true))
        try await bury(2)
        try await outbox.store([event(3), event(4), event(4)])
        let overview = await probe(.get, "/api/worker").json
        #expect(overview["queued"] == .number("2") && overview["deadLetters"] == .number("2"))
        #expect(overview["stored"] == .number("4") && overview["settled"] == .number("0"))
        #expect(overview["retrying"] == .number("0") && overview["oldestSeconds"]?.isNull == false)
        let letters = await probe(.get, "/api/worker/dead-letters?after=0").json["letters"]?.array ?? []
        #expect(letters.compactMap { $0["message"]?.string } == ["m1", "m2"])
        #expect(letters.first?["reason"]?.string == "no <b>" && letters.first?["user"]?.string == "bob")
        let after = await probe(.get, "/api/worker/dead-letters?after=1").json["letters"]?.array ?? []
        #expect(after.compactMap { $0["message"]?.string } == ["m2"])
    }

    @Test func `what was written, and what waits to be tried again, is counted`() async throws {
        let probe = try ConsoleProbe(outbox: outbox)
        try await outbox.store([event(1), event(2), event(3)])
        let batch = try #require(
            try await outbox.handOut(after: 0, except: [], limit: 2, mixesLanes: true).batch)
        let (lane, receipts) = try #require(batch.parts.first)
        try await outbox.settle([
            LaneSettlement(lane, receipts.map { .done($0) }, postponedUntil: 1)
        ])
        let overview = await probe(.get, "/api/worker").json
        #expect(overview["settled"] == .number("2") && overview["queued"] == .number("1"))
        #expect(overview["retrying"] == .number("1"))
    }

    @Test func `dead letters are put back or dropped, chosen ones or all`() async throws {
        let probe = try ConsoleProbe(outbox: outbox)
        try await bury(4)
        #expect(await probe(.post, "/api/worker/retry", #"{"ids":[2,99]}"#).json["count"] == .number("1"))
        #expect(await probe(.post, "/api/worker/drop", #"{"ids":[1]}"#).json["count"] == .number("1"))
        #expect(try await outbox.statistics().queued == 1)
        #expect(try await outbox.deadLetters().count == 2)
        #expect(await probe(.post, "/api/worker/retry", #"{"all":true}"#).json["count"] == .number("2"))
        #expect(try await outbox.statistics().queued == 3)
        #expect(try await outbox.deadLetters().isEmpty)
        for body in ["{}", #"{"all":false}"#, #"{"ids":[]}"#, #"{"ids":"all"}"#, "x"] {
            #expect(await probe(.post, "/api/worker/drop", body).status == 400, "\(body)")
        }
        #expect(await probe(.get, "/api/worker/dead-letters?after=x").status == 400)
    }

    /// Rejects one receipt for each reason.
    private func bury(_ reasons: [(code: String, reason: String)]) async throws {
        try await outbox.store((1...reasons.count).map { event($0) })
        let batch = try #require(
            try await outbox.handOut(after: 0, except: [], limit: reasons.count, mixesLanes: true).batch)
        var rest = reasons[...]
        try await outbox.settle(
            batch.parts.map { lane, receipts in
                LaneSettlement(
                    lane,
                    receipts.map { receipt in
                        let (code, reason) = rest.removeFirst()
                        return .dead(receipt, code: code, reason: reason)
                    })
            })
    }

    @Test func `dead letters are counted by cause, and retried or dropped together`() async throws {
        let probe = try ConsoleProbe(outbox: outbox)
        let missing = "No document to update: projects/p/databases/(default)/documents/c/"
        try await bury([
            ("NOT_FOUND", missing + "a"), ("PERMISSION_DENIED", "no"), ("NOT_FOUND", missing + "b"),
            ("PERMISSION_DENIED", "not you"),
        ])
        let groups = await probe(.get, "/api/worker/dead-letters/groups").json["groups"]?.array ?? []
        #expect(groups.map { $0["cause"]?.string } == ["No document to update: …", "no", "not you"])
        #expect(groups.first?["count"] == .number("2") && groups.first?["code"]?.string == "NOT_FOUND")
        let group = #"{"group": {"code": "NOT_FOUND", "cause": "No document to update: …"}}"#
        #expect(await probe(.post, "/api/worker/retry", group).json["count"] == .number("2"))
        #expect(try await outbox.deadLetters().map(\.code) == ["PERMISSION_DENIED", "PERMISSION_DENIED"])
        #expect(await probe(.post, "/api/worker/retry", group).json["count"] == .number("0"))
        let other = #"{"group": {"code": "PERMISSION_DENIED", "cause": "no"}}"#
        #expect(await probe(.post, "/api/worker/drop", other).json["count"] == .number("1"))
        #expect(try await outbox.deadLetters().map(\.reason) == ["not you"])
        for wrong in ["{}", #"{"group": {}}"#, #"{"group": {"code": "NOT_FOUND"}}"#, #"{"ids": []}"#] {
            #expect(await probe(.post, "/api/worker/drop", wrong).status == 400)
        }
    }

    @Test func `the last hour is kept by the console`() async throws {
        let probe = try ConsoleProbe(outbox: outbox)
        let empty = await probe(.get, "/api/worker/history?after=0").json
        #expect(empty["rows"] == [] && empty["outbox"]?.string == outbox.path)
        try await outbox.store([event(1)])
        await probe.console.router.worker.watch.look()
        let rows = await probe(.get, "/api/worker/history").json["rows"]?.array ?? []
        #expect(rows.count == 1 && rows[0].array?[1] == .number("1"))
        #expect(await probe(.get, "/api/worker/history?after=x").status == 400)
    }

    @Test func `what is tried again is told, with the next attempt`() async throws {
        let probe = try ConsoleProbe(outbox: outbox)
        #expect(await probe(.get, "/api/worker").json["redelivery"]?["nextAttemptAt"] == .null)
        try await outbox.store([event(1), event(2)])
        let batch = try #require(
            try await outbox.handOut(after: 0, except: [], limit: 2, mixesLanes: true).batch)
        try await outbox.settle(batch.parts.map { lane, _ in LaneSettlement(lane, postponedUntil: 77) })
        let redelivery = await probe(.get, "/api/worker").json["redelivery"]
        #expect(redelivery == ["lanes": 1, "mostFailures": 1, "nextAttemptAt": 77])
    }

    // MARK: Metrics

    /// What a worker on Pub/Sub may say.
    private static let metrics = """
        # HELP receipts_queue_depth Receipts waiting to be written.
        receipts_queue_depth 7
        receipts_queue_age_seconds 2.5
        receipts_queue_retrying 3
        receipts_dead_letters 0
        receipts_events_total 107
        receipts_written_total 90
        receipts_skipped_total{reason="present"} 4
        receipts_skipped_total{reason="gone"} 1
        receipts_refused_total{code="NOT_FOUND"} 5
        receipts_latency_seconds_bucket{le="+Inf"} 90
        receipts_messages_held 6
        receipts_messages_held_bytes 600
        receipts_messages_received_total 110
        receipts_messages_acknowledged_total 101
        receipts_messages_returned_total 2
        receipts_messages_buried_total 5
        receipts_pull_failures_total 8
        receipts_answer_failures_total 9
        """

    private final class Answer: Sendable {
        let text = Mutex<String?>(nil)
    }

    @Test func `a worker on Pub/Sub is shown as its metrics tell, and still when it does not answer`()
        async throws
    {
        let answer = Answer()
        let probe = try ConsoleProbe(metrics: { answer.text.withLock(\.self) })
        #expect(await probe(.get, "/api/about").json["hasWorker"] == .boolean(false))
        #expect(await probe(.get, "/api/worker").status == 404)
        answer.text.withLock { $0 = Self.metrics }
        await probe.console.router.worker.watch.look()
        #expect(await probe(.get, "/api/about").json["hasWorker"] == .boolean(true))
        let overview = await probe(.get, "/api/worker").json
        #expect(overview["outbox"] == .null && overview["redelivery"] == .null)
        #expect(overview["isRunning"] == .boolean(true) && overview["listsLetters"] == .boolean(false))
        #expect(overview["queued"] == 7 && overview["oldestSeconds"] == 2 && overview["retrying"] == 3)
        #expect(overview["stored"] == 107 && overview["settled"] == 100 && overview["deadLetters"] == 5)
        #expect(
            overview["messages"] == [
                "acknowledged": 101, "buried": 5, "failedAnswers": 9, "failedPulls": 8, "held": 6,
                "heldBytes": 600,
                "received": 110, "returned": 2,
            ])
        let history = await probe(.get, "/api/worker/history").json
        #expect(history["outbox"] == .null && history["rows"]?.array?.count == 1)
        #expect(await probe(.get, "/api/worker/dead-letters").status == 404)
        #expect(await probe(.post, "/api/worker/retry", #"{"all": true}"#).status == 404)
        answer.text.withLock { $0 = nil }
        let silent = await probe(.get, "/api/worker").json
        #expect(silent["isRunning"] == .boolean(false) && silent["queued"] == 7)
        await probe.console.router.worker.watch.look()
        #expect(
            await probe(.get, "/api/worker/history").json["rows"]?.array?.count == 1, "no news, no sample")
    }

    @Test func `the outbox beside a worker on Pub/Sub has its dead letters, not its queue`() async throws {
        try await bury(2)
        try await outbox.store([event(3)])
        let probe = try ConsoleProbe(outbox: outbox, metrics: { Self.metrics })
        let overview = await probe(.get, "/api/worker").json
        #expect(overview["queued"] == 7 && overview["deadLetters"] == 2)
        #expect(overview["listsLetters"] == .boolean(true) && overview["outbox"] == .null)
        #expect(await probe(.get, "/api/worker/dead-letters").json["letters"]?.array?.count == 2)
    }

    @Test func `the metrics of a worker with an outbox here add its latencies alone`() async throws {
        try await outbox.store([event(1)])
        let text = Self.metrics.split(separator: "\n").filter {
            !$0.contains("messages") && !$0.contains("failures")
        }
        let probe = try ConsoleProbe(outbox: outbox, metrics: { text.joined(separator: "\n") })
        let overview = await probe(.get, "/api/worker").json
        #expect(overview["queued"] == 1 && overview["messages"] == .null)
        #expect(overview["outbox"]?.string == outbox.path)
        let elsewhere = try ConsoleProbe(metrics: { text.joined(separator: "\n") })
        #expect(await elsewhere(.get, "/api/worker").json["queued"] == 7)
    }
}
