import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptWorker

@Suite("Receipts in memory")
struct HeldReceiptsTests {
    private func event(
        _ message: MessageID, by user: UserID = "bob", in conversation: ConversationID = "c",
        _ receipt: Receipt = .read
    ) -> ReceiptEvent {
        ReceiptEvent(receipt, conversationID: conversation, messageID: message, userID: user)
    }

    /// Settles all receipts of a batch alike.
    private func settle(
        _ held: inout HeldReceipts, _ batch: OutboxBatch?, postponedUntil: Int64? = nil,
        _ result: (QueuedReceipt) -> Settlement? = { .done($0) }
    ) -> [HeldReceipts.Finished] {
        held.settle(
            (batch?.parts ?? []).map { lane, receipts in
                LaneSettlement(lane, receipts.compactMap(result), postponedUntil: postponedUntil)
            })
    }

    private func handOut(
        _ held: inout HeldReceipts, except busy: Set<Int64> = [],
        without documents: Set<ReceiptDocument> = [],
        limit: Int = 500, mixesLanes: Bool = true, at now: Int64 = 0
    ) -> OutboxBatch? {
        held.handOut(except: busy, without: documents, limit: limit, mixesLanes: mixesLanes, at: now)
    }

    @Test func `a message is finished when all its receipts are settled`() {
        var held = HeldReceipts()
        #expect(held.add([event("m1"), event("m2", by: "carol")], of: 1, at: 0) == nil)
        #expect(held.add([event("m1"), event("m3")], of: 2, at: 0) == nil)
        #expect(held.count == 3)
        let batch = handOut(&held, limit: 2)
        #expect(batch?.parts.map { $0.receipts.map(\.messageID) } == [["m1", "m3"]])
        #expect(settle(&held, batch) == [.init(message: 2, refusals: [])])
        #expect(held.openMessages == [1])
        #expect(settle(&held, handOut(&held)) == [.init(message: 1, refusals: [])])
        #expect(held.count == 0)
        #expect(handOut(&held) == nil)
    }

    @Test func `a later stage covers an earlier one, and an earlier one adds nothing`() {
        var held = HeldReceipts()
        _ = held.add([event("m1", .delivered)], of: 1, at: 0)
        _ = held.add([event("m1", .read), event("m1", .delivered)], of: 2, at: 0)
        let batch = handOut(&held)
        #expect(batch?.parts.flatMap(\.receipts).map(\.receipt) == [.read])
        #expect(settle(&held, batch).map(\.message).sorted() == [1, 2])
    }

    @Test func `what arrives while the same receipt is being written is written after it`() {
        var held = HeldReceipts()
        _ = held.add([event("m1", .delivered)], of: 1, at: 0)
        let first = handOut(&held)
        _ = held.add([event("m1", .read)], of: 2, at: 0)
        #expect(handOut(&held, except: Set(first?.parts.map(\.lane.id) ?? [])) == nil)
        #expect(settle(&held, first).map(\.message) == [1])
        let second = handOut(&held)
        #expect(second?.parts.flatMap(\.receipts).map(\.receipt) == [.read])
        #expect(settle(&held, second).map(\.message) == [2])
    }

    @Test func `what can never be written is reported with its message`() {
        var held = HeldReceipts()
        let broken = EventRefusal(text: "nonsense", reason: "not JSON")
        _ = held.add([event("m1"), event("m2")], of: 1, refusals: [broken], at: 0)
        let finished = settle(&held, handOut(&held)) { receipt in
            receipt.messageID == "m1" ? .dead(receipt, code: "NOT_FOUND", reason: "gone") : .done(receipt)
        }
        #expect(
            finished == [
                .init(
                    message: 1,
                    refusals: [broken, EventRefusal(event("m1"), code: "NOT_FOUND", reason: "gone")])
            ])
        #expect(
            held.add([], of: 2, refusals: [broken], at: 0) == .init(message: 2, refusals: [broken]),
            "a message without events is finished at once")
    }

    @Test func `postponed receipts wait, and those of others do not`() {
        var held = HeldReceipts()
        _ = held.add([event("m1"), event("m2", by: "carol")], of: 1, at: 0)
        let first = handOut(&held, limit: 1, at: 0)
        #expect(settle(&held, first, postponedUntil: 500) { _ in nil } == [])
        #expect(held.firstPostponement(after: 0) == 500)
        let other = handOut(&held, at: 499)
        #expect(other?.parts.map(\.lane.userID) == ["carol"])
        _ = settle(&held, other)
        #expect(handOut(&held, at: 499) == nil)
        let again = handOut(&held, at: 500)
        #expect(again?.parts.map(\.lane.failures) == [1])
        #expect(held.statistics.retrying == 1)
        #expect(settle(&held, again).map(\.message) == [1])
        #expect(held.firstPostponement(after: 0) == nil)
    }

    @Test func `receipts of documents that were just written wait for them`() {
        var held = HeldReceipts()
        _ = held.add([event("m1"), event("m2"), event("m1", by: "carol")], of: 1, at: 0)
        let hot = ReceiptDocument(conversationID: "c", messageID: "m1")
        let batch = handOut(&held, without: [hot])
        #expect(batch?.parts.map { $0.receipts.map(\.messageID) } == [["m2"]])
        _ = settle(&held, batch)
        let rest = handOut(&held)
        #expect(rest?.documents == [hot, hot])
        #expect(settle(&held, rest).map(\.message) == [1])
    }

    @Test func `without mixing, a batch has one lane`() {
        var held = HeldReceipts()
        _ = held.add([event("m1"), event("m2", by: "carol"), event("m3")], of: 1, at: 0)
        let batch = handOut(&held, mixesLanes: false)
        #expect(batch?.parts.map(\.lane.userID) == ["bob"])
        #expect(handOut(&held, except: Set(batch?.parts.map(\.lane.id) ?? []), mixesLanes: false)?.count == 1)
    }

    @Test func `what is given up is held no longer, unless another message waits for it`() {
        var held = HeldReceipts()
        _ = held.add([event("m1"), event("m2")], of: 1, at: 0)
        _ = held.add([event("m1")], of: 2, at: 0)
        held.drop(1)
        #expect(held.count == 1)
        let batch = handOut(&held)
        held.drop(2)
        #expect(held.count == 1, "it is being written")
        #expect(settle(&held, batch, postponedUntil: 9) { _ in nil } == [])
        #expect(held.count == 0, "nobody waits for it any more")
        #expect(held.openMessages == [])
    }

    /// Random events, batches, results and drops, against what a dictionary of messages expects.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `every message is finished exactly once, whatever happens`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var held = HeldReceipts()
        var (open, dropped): (Set<Int64>, Set<Int64>) = ([], [])
        var outstanding: [OutboxBatch] = []
        var (next, now): (Int64, Int64) = (1, 0)
        func check(_ finished: [HeldReceipts.Finished]) {
            for one in finished { #expect(open.remove(one.message) != nil, "seed \(seed): \(one.message)") }
        }
        for step in 0..<3000 {
            now += 1
            switch step < 2000 ? Int.random(in: 0..<10, using: &generator) : 9 {
            case 0...3:
                let events = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    event(
                        MessageID("m\(Int.random(in: 0..<4, using: &generator))"),
                        by: UserID("u\(Int.random(in: 0..<4, using: &generator))"),
                        Bool.random(using: &generator) ? .read : .delivered)
                }
                open.insert(next)
                check(held.add(events, of: next, at: now).map { [$0] } ?? [])
                next += 1
            case 4:
                if let message = open.randomElement(using: &generator) {
                    held.drop(message)
                    open.remove(message)
                    dropped.insert(message)
                }
            case 5...6:
                let busy = Set(outstanding.flatMap { $0.parts.map(\.lane.id) })
                if let batch = handOut(&held, except: busy, limit: 3, at: now) { outstanding.append(batch) }
            case _:
                if outstanding.isEmpty, let batch = handOut(&held, limit: 3, at: now) {
                    outstanding.append(batch)
                }
                guard !outstanding.isEmpty else { continue }
                let batch = outstanding.removeFirst()
                let postponed = step < 2000 && Bool.random(using: &generator)
                check(
                    settle(&held, batch, postponedUntil: postponed ? now + 5 : nil) {
                        postponed && Bool.random(using: &generator) ? nil : .done($0)
                    })
            }
        }
        #expect(open == [], "seed \(seed)")
        #expect(held.count == 0, "seed \(seed)")
        #expect(held.openMessages == [], "seed \(seed)")
    }
}
