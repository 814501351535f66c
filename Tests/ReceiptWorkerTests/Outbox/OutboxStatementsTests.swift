import GRDB
import ReadReceipts
import Testing

@testable import ReceiptWorker

@Suite("Statements of the outbox")
struct OutboxStatementsTests {
    /// Otherwise each of them would become slower with the number of waiting receipts.
    @Test func `storing, handing out and settling never scan all receipts`() throws {
        var configuration = Configuration()
        configuration.prepareDatabase { $0.add(function: RowChecksum.function) }
        let queue = try DatabaseQueue(configuration: configuration)
        try OutboxSchema.migrator.migrate(queue)
        let plans = try queue.write { db in
            var statements: Set<String> = []
            db.trace { event in
                if case .statement(let statement) = event { statements.insert(statement.sql) }
            }
            try useEachStatement(OutboxStatements(db: db))
            db.trace(options: [])
            return try statements.flatMap { try plan($0, in: db) }
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
    private func plan(_ sql: String, in db: Database) throws -> [String] {
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { $0["detail"] }
    }
}
