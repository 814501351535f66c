import ReadReceipts
import SQLite
import Testing

@testable import ReceiptWorker

@Suite("Statements of the outbox")
struct OutboxStatementsTests {
    /// Otherwise each of them would become slower with the number of waiting receipts.
    @Test func `storing, handing out and settling never scan all receipts`() throws {
        var options = SQLiteFile.Options()
        options.functions = [RowChecksum.function]
        let file = try SQLiteFile(path: ":memory:", options)
        try OutboxSchema.migrations.apply(to: file)
        let plans = try file.writeNow { db in
            try useEachStatement(OutboxStatements(db: db))
            return try Array(db.keptStatements).flatMap { try plan($0, in: db) }
        }
        #expect(plans.contains { $0.hasPrefix("SEARCH receipts") })
        // The index of set-aside receipts contains no others.
        let scans = plans.filter { $0.hasPrefix("SCAN receipts") || $0.hasPrefix("SCAN dead_letters") }
        #expect(scans.filter { !$0.hasSuffix("USING INDEX receipts_set_aside") } == [])
    }

    private func useEachStatement(_ statements: OutboxStatements) throws {
        let id = try statements.lane(conversation: "c1", user: "bob")
        for (receipt, message) in [(Receipt.delivered, "m1" as MessageID), (.read, "m1"), (.read, "m2")] {
            let event = ReceiptEvent(receipt, conversationID: "c1", messageID: message, userID: "bob")
            _ = try statements.store(event, in: id, at: 1)
        }
        let lane = try #require(try statements.lanes(after: 0, at: 1, limit: 10).lanes.first)
        let receipts = try statements.receipts(in: id, limit: 10).receipts
        try #require(receipts.count == 2)
        let outcome = try statements.settle(
            LaneSettlement(lane, [.done(receipts[0]), .dead(receipts[1], code: "c", reason: "r")]), at: 1)
        #expect(outcome == (1, 1))
    }

    /// SQLite's query plan for a statement, a line for each table.
    private func plan(_ sql: String, in db: SQLiteConnection) throws -> [String] {
        let statement = try db.statement("EXPLAIN QUERY PLAN \(sql)")
        return try statement.map(Array(repeating: nil, count: statement.parameterCount)) { row in
            try row.text(3)
        }
    }
}
