import ReadReceipts
import SQLite

/// What to write next. Hands out only intact rows, and reports damaged ones.
extension OutboxStatements {
    /// The longest wait of a lane, in milliseconds. Lanes that wait longer are checked too, because their time may be damaged.
    private static let longestPostponement: Int64 = 3_600_000

    /// The next lanes that need not wait.
    func lanes(
        after id: Int64, at now: Int64, limit: Int
    ) throws -> (lanes: [Lane], damage: [OutboxDamage], last: Int64?) {
        let statement = try db.statement(
            """
            SELECT id, conversation, user, failures, \(OutboxTable.lanes.isWhole) FROM lanes
            WHERE id > ?1 AND set_aside IS NULL AND (postponed_until <= ?2
                OR postponed_until > ?2 + ?4 AND NOT \(OutboxTable.lanes.isWhole))
            ORDER BY id LIMIT ?3
            """)
        var (lanes, damage, last): ([Lane], [OutboxDamage], Int64?) = ([], [], nil)
        try statement.forEachRow([id, now, limit, OutboxStatements.longestPostponement]) { row in
            let id = try row.integer(0)
            last = id
            guard row.isTrue(4) else { return damage.append(OutboxDamage(.lanes, id, .checksum)) }
            lanes.append(
                Lane(
                    id: id, conversationID: ConversationID(try row.text(1)), userID: UserID(try row.text(2)),
                    failures: Int(try row.integer(3))))
        }
        return (lanes, damage, last)
    }

    /// The oldest receipts of a lane.
    func receipts(
        in lane: Int64, limit: Int
    ) throws -> (receipts: [QueuedReceipt], damage: [OutboxDamage]) {
        // The inner query uses the index, the outer one the rows.
        let statement = try db.statement(
            """
            SELECT id, lane, message, kind, stored_at, \(OutboxTable.receipts.isWhole) FROM receipts
            WHERE id IN (
                SELECT id FROM receipts WHERE lane = ?1
                AND id NOT IN (SELECT id FROM receipts WHERE set_aside IS NOT NULL) ORDER BY id LIMIT ?2
            ) ORDER BY id
            """)
        var (receipts, damage): ([QueuedReceipt], [OutboxDamage]) = ([], [])
        try statement.forEachRow([lane, limit]) { row in
            let id = try row.integer(0)
            guard row.isTrue(5) else { return damage.append(OutboxDamage(.receipts, id, .checksum)) }
            guard try row.integer(1) == lane else { throw OutboxDamage.Found.index }
            guard let receipt = try receipt(number: row.integer(3)) else {
                return damage.append(OutboxDamage(.receipts, id, .kind))
            }
            receipts.append(
                QueuedReceipt(
                    id: id, messageID: MessageID(try row.text(2)), receipt: receipt,
                    storedAt: try row.integer(4)))
        }
        return (receipts, damage)
    }

    /// When the first waiting lane is due; nil if none waits.
    func firstPostponement(after now: Int64) throws -> Int64? {
        try db.integer(
            """
            SELECT MIN(postponed_until) FROM lanes WHERE set_aside IS NULL AND postponed_until > ?1
            AND (postponed_until <= ?1 + ?2 OR \(OutboxTable.lanes.isWhole))
            """, [now, OutboxStatements.longestPostponement])
    }

    // MARK: Setting aside

    /// Marks damaged rows, so that they are not handed out. They stay as they are.
    ///
    /// - Returns: The number of receipts newly set aside.
    func setAside(_ damage: [OutboxDamage]) throws -> Int {
        var count = 0
        for row in damage {
            switch row.table {
            case .lanes:
                try db.statement("UPDATE lanes SET set_aside = ? WHERE id = ?")
                    .run([row.reason.text, row.rows.lowerBound])
                try db.statement(
                    "UPDATE receipts SET set_aside = ? WHERE lane = ? AND set_aside IS NULL"
                ).run([OutboxDamage.Reason.lane.text, row.rows.lowerBound])
            case .receipts:
                try db.statement(
                    "UPDATE receipts SET set_aside = ? WHERE id = ? AND set_aside IS NULL"
                ).run([row.reason.text, row.rows.lowerBound])
            case .stages, .deadLetters, .files, .totals: continue
            }
            count += db.changes
        }
        return count
    }

    /// Everything that blocks receipts: damaged rows, and receipts without an intact lane.
    func obstacles() throws -> [OutboxDamage] {
        var damage: [OutboxDamage] = []
        func add(_ table: OutboxTable, _ reason: OutboxDamage.Reason, where condition: String) throws {
            let rows = try db.statement(
                "SELECT id FROM \(table.rawValue) NOT INDEXED WHERE set_aside IS NULL AND \(condition)")
            try rows.forEachRow { row in damage.append(OutboxDamage(table, try row.integer(0), reason)) }
        }
        try add(.lanes, .checksum, where: "NOT \(OutboxTable.lanes.isWhole)")
        try add(.receipts, .checksum, where: "NOT \(OutboxTable.receipts.isWhole)")
        try add(
            .receipts, .lane,
            where: "NOT EXISTS (SELECT 1 FROM lanes WHERE id = receipts.lane AND set_aside IS NULL)")
        return damage
    }
}
