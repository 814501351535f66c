import ReadReceipts
import SQLite
import TestSupport
import Testing

@testable import ReceiptWorker

/// Rows that have changed since they were written.
@Suite("Damage in an outbox")
struct OutboxDamageTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/outbox" }

    init() throws { folder = try TemporaryFolder() }

    /// An outbox with four receipts of bob and two of carol, whose file is then modified.
    private func damaged(_ change: String) async throws -> Outbox {
        do {
            let outbox = try Outbox(path: path, now: { 1000 })
            try await outbox.store((0..<4).map { Self.event("m\($0)") })
            try await outbox.store((0..<2).map { Self.event("m\($0)", by: "carol") })
        }
        try Self.change(path, change)
        return try Outbox(path: path, now: { 1000 })
    }

    static func event(_ message: MessageID, by user: UserID = "bob", _ receipt: Receipt = .read)
        -> ReceiptEvent
    {
        ReceiptEvent(receipt, conversationID: "c1", messageID: message, userID: user, milliseconds: 7)
    }

    static func change(_ path: String, _ sql: String) throws {
        var options = SQLiteFile.Options()
        options.settings = ["PRAGMA foreign_keys = OFF"]
        let database = try SQLiteFile(path: path, options)
        try database.writeNow { db in try db.run(script: sql) }
        database.close()
    }

    private func all(_ outbox: Outbox) async throws -> (messages: [String], damage: [OutboxDamage]) {
        let found = try await outbox.handOut(after: 0, except: [], limit: 100, mixesLanes: true)
        let parts = found.batch?.parts ?? []
        return (
            parts.flatMap { part in part.receipts.map { "\(part.lane.userID)/\($0.messageID)" } },
            found.damage
        )
    }

    @Test(arguments: [
        "message = 'm9'", "kind = 1", "kind = 'two'", "happened_at = 8", "stored_at = 999",
        "stored_at = x'00'", "checksum = checksum + 1", "checksum = 'a'", "message = x'FF'", "message = ''",
    ])
    func `a receipt that has changed is set aside, and the others are handed out`(_ change: String)
        async throws
    {
        let outbox = try await damaged("UPDATE receipts SET \(change) WHERE id = 2")
        #expect(outbox.queued == 6)
        let found = try await all(outbox)
        #expect(found.messages == ["bob/m0", "bob/m2", "bob/m3", "carol/m0", "carol/m1"])
        #expect(found.damage == [OutboxDamage(.receipts, 2, .checksum)])
        let statistics = try await outbox.statistics()
        #expect((statistics.queued, statistics.damaged, outbox.queued) == (5, 1, 5))
        #expect(try await all(outbox).damage.isEmpty)
        #expect(try await all(Outbox(path: path)).messages.count == 5)
    }

    @Test(arguments: ["user = 'carlo'", "conversation = 'c2'", "failures = 3", "postponed_until = 1 << 60"])
    func `a changed lane is not handed out, and nothing is lost`(_ change: String)
        async throws
    {
        let outbox = try await damaged("UPDATE lanes SET \(change) WHERE user = 'carol'")
        let found = try await all(outbox)
        #expect(found.messages == ["bob/m0", "bob/m1", "bob/m2", "bob/m3"])
        #expect(found.damage == [OutboxDamage(.lanes, 2, .checksum)])
        let statistics = try await outbox.statistics()
        #expect((statistics.queued, statistics.damaged) == (4, 2))
        // An event with the name that is there now is not mistaken for the other one.
        if change.hasPrefix("conversation") { return }
        let user: UserID = change.hasPrefix("user") ? "carlo" : "carol"
        let refusal = await #expect(throws: OutboxError.self) {
            try await outbox.store([Self.event("m5", by: user)])
        }
        #expect(refusal?.code == .unreadable)
    }

    @Test func `receipts without a lane are set aside when they are in the way`() async throws {
        let outbox = try await damaged("DELETE FROM lanes WHERE user = 'carol'")
        #expect(try await all(outbox).messages.count == 4)
        #expect(
            try await outbox.setObstaclesAside()
                == [OutboxDamage(.receipts, 5, .lane), OutboxDamage(.receipts, 6, .lane)])
        #expect(outbox.queued == 4)
        #expect(try await outbox.setObstaclesAside().isEmpty)
    }

    @Test func `a read event replaces a damaged receipt, a delivered one does not`() async throws {
        let outbox = try await damaged("UPDATE receipts SET kind = 1 WHERE id = 2")
        let refusal = await #expect(throws: OutboxError.self) {
            try await outbox.store([Self.event("m1", .delivered)])
        }
        #expect(refusal?.code == .unreadable)
        #expect(
            refusal?.description
                == "\(path) is not an outbox, or is damaged: the receipt of the message m1 is damaged; to rescue the intact receipts, run: "
                + "receipts worker verify --outbox \(path) --salvage \(path).salvaged")
        #expect(try await outbox.store([Self.event("m1")]).new == 0)
        #expect(try await all(outbox).messages.count == 6)
        // A receipt that was set aside counts again.
        try Self.change(path, "UPDATE receipts SET kind = 1 WHERE id = 3")
        #expect(try await all(outbox).messages.count == 5)
        #expect(try await outbox.store([Self.event("m2")]).new == 1)
        #expect(try await all(outbox).messages.count == 6)
        #expect(try await outbox.statistics().damaged == 0)
    }

    @Test func `a damaged dead letter is neither shown nor retried, and a damaged position is ignored`()
        async throws
    {
        let outbox = try await damaged("SELECT 1")
        let part = try #require(
            try await outbox.handOut(after: 0, except: [], limit: 9, mixesLanes: false).batch
        )
        .parts[0]
        try await outbox.settle([
            LaneSettlement(part.lane, part.receipts.map { .dead($0, code: "NOT_FOUND", reason: "gone") })
        ])
        let position = FilePosition(path: "/events", device: 1, inode: 2, offset: 30, lines: 2)
        try await outbox.store([], upTo: position)
        #expect(try await outbox.deadLetters().count == 4)
        try Self.change(
            path, "UPDATE dead_letters SET message = 'm9' WHERE id = 2; UPDATE files SET offset = 31")
        #expect(try await outbox.deadLetters().map(\.id) == [1, 3, 4])
        #expect(try await outbox.position(inFile: "/events") == nil)
        try await outbox.store([], upTo: position)
        #expect(try await outbox.position(inFile: "/events") == position)
    }

    @Test func `postponing, covering and counting keep rows intact`() async throws {
        let outbox = try await damaged("SELECT 1")
        let batch = try #require(
            try await outbox.handOut(after: 0, except: [], limit: 9, mixesLanes: true).batch)
        try await outbox.settle(batch.parts.map { LaneSettlement($0.lane, postponedUntil: 1001) })
        try await outbox.store([Self.event("m7", .delivered)])
        try await outbox.store([Self.event("m7"), Self.event("m8")])
        let later = try Outbox(path: path, now: { 2000 })
        let found = try await all(later)
        #expect(found.damage.isEmpty)
        #expect(found.messages.count == 8)
        let report = try await OutboxVerification(path: path).run { Issue.record("\($0)") }
        #expect(report.isWhole)
        #expect(report.whole == ["lanes": 2, "receipts": 8, "totals": 1])
    }

    @Test func `a receipt that is damaged while it is being written does not become a dead letter`()
        async throws
    {
        let outbox = try await damaged("SELECT 1")
        let batch = try #require(
            try await outbox.handOut(after: 0, except: [], limit: 9, mixesLanes: true).batch)
        try Self.change(path, "UPDATE receipts SET message = 'm9' WHERE id = 1")
        let (lane, receipts) = batch.parts[0]
        try await outbox.settle([
            LaneSettlement(lane, [.dead(receipts[0], code: "NOT_FOUND", reason: "gone")])
        ])
        #expect(try await outbox.deadLetters().isEmpty)
        #expect(try await all(outbox).damage == [OutboxDamage(.receipts, 1, .checksum)])
    }
}
