import SQLite

/// Totals and statistics.
extension OutboxStatements {
    /// Adds to the totals.
    func add(stored: Int = 0, settled: Int = 0) throws {
        if stored == 0, settled == 0 { return }
        let table = OutboxTable.totals
        try db.statement(
            """
            UPDATE totals SET stored = stored + ?1, settled = settled + ?2,
                checksum = \(table.checksum(["stored": "stored + ?1", "settled": "settled + ?2"]))
            WHERE \(table.isWhole)
            """
        ).run([stored, settled])
    }

    func totals() throws -> OutboxTotals {
        var totals = OutboxTotals()
        try db.statement("SELECT stored, settled FROM totals WHERE \(OutboxTable.totals.isWhole)").forEachRow
        { row in
            totals.stored = Int(try row.integer(0))
            totals.settled = Int(try row.integer(1))
        }
        return totals
    }

    func statistics() throws -> OutboxStatistics {
        var statistics = OutboxStatistics()
        statistics.retrying = try count("receipts WHERE lane IN (SELECT id FROM lanes WHERE failures > 0)")
        statistics.damaged = try count("receipts WHERE set_aside IS NOT NULL")
        statistics.queued = try count("receipts") - statistics.damaged
        statistics.deadLetters = try count("dead_letters")
        // Receipts are numbered in order of arrival.
        statistics.oldestStoredAt = try db.integer(
            "SELECT stored_at FROM receipts WHERE set_aside IS NULL ORDER BY id LIMIT 1")
        return statistics
    }

    private func count(_ rows: String) throws -> Int {
        Int(try db.integer("SELECT COUNT(*) FROM \(rows)") ?? 0)
    }
}
