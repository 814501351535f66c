import GRDB

/// Totals and statistics.
extension OutboxStatements {
    /// Adds to the totals.
    func add(stored: Int = 0, settled: Int = 0) throws {
        if stored == 0, settled == 0 { return }
        let table = OutboxTable.totals
        try db.cachedStatement(
            sql: """
                UPDATE totals SET stored = stored + ?1, settled = settled + ?2,
                    checksum = \(table.checksum(["stored": "stored + ?1", "settled": "settled + ?2"]))
                WHERE \(table.isWhole)
                """
        ).execute(arguments: [stored, settled])
    }

    func totals() throws -> OutboxTotals {
        var totals = OutboxTotals()
        if let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT stored, settled FROM totals WHERE \(OutboxTable.totals.isWhole)"))
        {
            (totals.stored, totals.settled) = (row[0], row[1])
        }
        return totals
    }

    func statistics() throws -> OutboxStatistics {
        var statistics = OutboxStatistics()
        statistics.retrying =
            try Int.fetchOne(
                db.cachedStatement(
                    sql:
                        "SELECT COUNT(*) FROM receipts WHERE lane IN (SELECT id FROM lanes WHERE failures > 0)"
                )
            ) ?? 0
        statistics.damaged =
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT COUNT(*) FROM receipts WHERE set_aside IS NOT NULL")) ?? 0
        statistics.queued = try count("receipts") - statistics.damaged
        statistics.deadLetters = try count("dead_letters")
        // Receipts are numbered in order of arrival.
        statistics.oldestStoredAt = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT stored_at FROM receipts WHERE set_aside IS NULL ORDER BY id LIMIT 1"))
        return statistics
    }

    private func count(_ table: String) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT COUNT(*) FROM \(table)")) ?? 0
    }
}
