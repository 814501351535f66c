import Foundation
import ReadReceipts
import SQLite
import TestSupport
import Testing

@testable import ReceiptWorker

@Suite("Further stages in the outbox")
struct OutboxStagesTests {
    private let folder: TemporaryFolder
    private let schema: ReceiptSchema
    private var path: String { "\(folder.path)/outbox" }

    init() throws {
        folder = try TemporaryFolder()
        let json = #"{"stages": [{"stage": "played", "users": "playedBy"}]}"#
        schema = try JSONDecoder().decode(ReceiptSchema.self, from: Data(json.utf8))
    }

    private func event(_ kind: String, of message: String = "m1") throws -> ReceiptEvent {
        let json = #"{"kind":"\#(kind)","conversation":"c1","message":"\#(message)","user":"bob"}"#
        return try ReceiptEvent(json: Array(json.utf8), schema: schema)
    }

    private func waiting(_ outbox: Outbox) async throws -> [Receipt] {
        let found = try await outbox.handOut(after: 0, except: [], limit: 100, mixesLanes: true)
        #expect(found.damage == [])
        return (found.batch?.parts ?? []).flatMap { $0.receipts.map(\.receipt) }
    }

    @Test func `an event names any stage of its schema, and no other`() throws {
        let played = try event("played")
        #expect(played.receipt == schema.stage(named: "played")?.receipt)
        #expect(try ReceiptEvent(json: Array(played.json.utf8), schema: schema) == played)
        let problem = #expect(throws: ReceiptEvent.Problem.self) { try event("heard") }
        #expect(problem?.description == #""kind" is none of "delivered", "read", "played""#)
    }

    @Test func `a further stage covers read, and survives a restart by its name`() async throws {
        let (read, played) = (try event("read"), try event("played"))
        do {
            let outbox = try Outbox(path: path)
            try await outbox.store([read, try event("delivered", of: "m2")])
            #expect(try await outbox.store([played]).covered == 1)
            #expect(try await outbox.store([read]).covered == 1)
            outbox.close()
        }
        #expect(try await waiting(Outbox(path: path)) == [played.receipt, .delivered])
        let report = try await OutboxVerification(path: path).run { _ in }
        #expect(report.isWhole && report.whole["stages"] == 1)
        let copy = "\(folder.path)/copy"
        _ = try await OutboxVerification(path: path).salvage(to: copy) { _ in }
        #expect(try await waiting(Outbox(path: copy)) == [played.receipt, .delivered])
    }

    @Test func `a dead letter names its stage`() async throws {
        let outbox = try Outbox(path: path)
        let played = try event("played")
        try await outbox.store([played])
        let part = try #require(
            try await outbox.handOut(after: 0, except: [], limit: 1, mixesLanes: false).batch?.parts.first)
        try await outbox.settle([
            LaneSettlement(part.lane, part.receipts.map { .dead($0, code: "NOT_FOUND", reason: "gone") })
        ])
        let letters = try await outbox.deadLetters()
        #expect(letters.map(\.event) == [played])
        #expect(try await outbox.retryDeadLetters(letters) == 1)
        #expect(try await waiting(outbox) == [played.receipt])
    }

    @Test func `an outbox belongs to one schema: another stage in the same place is refused`() async throws {
        let outbox = try Outbox(path: path)
        try await outbox.store([try event("played")])
        let heard = ReceiptEvent(
            Receipt("heard", order: 3), conversationID: "c1", messageID: "m2", userID: "bob")
        let error = await #expect(throws: OutboxError.self) { try await outbox.store([heard]) }
        #expect(error?.description.contains(#"stage "played" where the schema has "heard""#) == true)
        #expect(try await outbox.statistics().queued == 1)
    }

    @Test func `a receipt whose stage is damaged is set aside`() async throws {
        let outbox = try Outbox(path: path)
        try await outbox.store([try event("played"), try event("read", of: "m2")])
        try await outbox.database.write { db in try db.run(script: "UPDATE stages SET name = 'heard'") }
        let found = try await outbox.handOut(after: 0, except: [], limit: 100, mixesLanes: true)
        #expect(found.damage.map(\.reason) == [.kind])
        #expect(found.batch?.parts.first?.receipts.map(\.messageID) == ["m2"])
    }

    @Test func `an outbox from before further stages is used as it is, with its checksums`() async throws {
        do {
            let old = try Self.oldOutbox(path)
            try await old.write { db in
                let statements = OutboxStatements(db: db)
                let lane = try statements.lane(conversation: "c1", user: "bob")
                for (id, kind) in [(1, 2), (2, 1)] {
                    try db.run(
                        "INSERT INTO receipts (id, lane, message, kind, stored_at) VALUES (?, ?, ?, ?, 5)",
                        [id, lane, "m\(id)", kind])
                    try statements.seal(Int64(id), in: .receipts)
                }
            }
            old.close()
        }
        let before = try await OutboxVerification(path: path).run { _ in }
        #expect(before.isWhole && before.hasChecksums)
        let outbox = try Outbox(path: path)
        #expect(try await waiting(outbox) == [.read, .delivered])
        #expect(try await outbox.store([try event("played")]).covered == 1)
        #expect(try await waiting(outbox) == [try event("played").receipt, .delivered])
    }

    /// An outbox as created by the version before further stages.
    private static func oldOutbox(_ path: String) throws -> SQLiteFile {
        var options = SQLiteFile.Options()
        options.hasLog = true
        options.functions = [RowChecksum.function]
        let old = try SQLiteFile(path: path, options)
        try OutboxSchema.migrations.apply(to: old, upTo: OutboxSchema.checksums)
        return old
    }
}
