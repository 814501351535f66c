import GRDB
import ReadReceipts

/// What to write next. Hands out only intact rows, and reports damaged ones.
extension OutboxStatements {
    /// The longest wait of a lane, in milliseconds. Lanes that wait longer are checked too, because their time may be damaged.
    private static let longestPostponement: Int64 = 3_600_000

    /// The next lanes that need not wait.
    func lanes(
        after id: Int64, at now: Int64, limit: Int
    ) throws -> (lanes: [Lane], damage: [OutboxDamage], last: Int64?) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, conversation, user, failures, \(OutboxTable.lanes.isWhole) FROM lanes
                WHERE id > ?1 AND set_aside IS NULL AND (postponed_until <= ?2
                    OR postponed_until > ?2 + ?4 AND NOT \(OutboxTable.lanes.isWhole))
                ORDER BY id LIMIT ?3
                """)
        var (lanes, damage, last): ([Lane], [OutboxDamage], Int64?) = ([], [], nil)
        let rows = try Row.fetchCursor(
            statement, arguments: [id, now, limit, OutboxStatements.longestPostponement])
        while let row = try rows.next() {
            last = row[0]
            if row[4] as Bool {
                lanes.append(
                    Lane(
                        id: row[0], conversationID: ConversationID(row[1]), userID: UserID(row[2]),
                        failures: row[3]))
            } else {
                damage.append(OutboxDamage(.lanes, row[0], .checksum))
            }
        }
        return (lanes, damage, last)
    }

    /// The oldest receipts of a lane.
    func receipts(
        in lane: Int64, limit: Int
    ) throws -> (receipts: [QueuedReceipt], damage: [OutboxDamage]) {
        // The inner query uses the index, the outer one the rows.
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, lane, message, kind, stored_at, \(OutboxTable.receipts.isWhole) FROM receipts
                WHERE id IN (
                    SELECT id FROM receipts WHERE lane = ?1
                    AND id NOT IN (SELECT id FROM receipts WHERE set_aside IS NOT NULL) ORDER BY id LIMIT ?2
                ) ORDER BY id
                """)
        var (receipts, damage): ([QueuedReceipt], [OutboxDamage]) = ([], [])
        let rows = try Row.fetchCursor(statement, arguments: [lane, limit])
        while let row = try rows.next() {
            guard row[5] as Bool else {
                damage.append(OutboxDamage(.receipts, row[0], .checksum))
                continue
            }
            guard row[1] as Int64 == lane else { throw OutboxDamage.Found.index }
            guard let receipt = try receipt(number: row[3]) else {
                damage.append(OutboxDamage(.receipts, row[0], .kind))
                continue
            }
            receipts.append(
                QueuedReceipt(
                    id: row[0], messageID: MessageID(row[2]), receipt: receipt, storedAt: row[4]))
        }
        return (receipts, damage)
    }

    /// When the first waiting lane is due; nil if none waits.
    func firstPostponement(after now: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT MIN(postponed_until) FROM lanes WHERE set_aside IS NULL AND postponed_until > ?1
                    AND (postponed_until <= ?1 + ?2 OR \(OutboxTable.lanes.isWhole))
                    """),
            arguments: [now, OutboxStatements.longestPostponement])
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
                try db.cachedStatement(sql: "UPDATE lanes SET set_aside = ? WHERE id = ?")
                    .execute(arguments: [row.reason.text, row.rows.lowerBound])
                try db.cachedStatement(
                    sql: "UPDATE receipts SET set_aside = ? WHERE lane = ? AND set_aside IS NULL"
                ).execute(arguments: [OutboxDamage.Reason.lane.text, row.rows.lowerBound])
            case .receipts:
                try db.cachedStatement(
                    sql: "UPDATE receipts SET set_aside = ? WHERE id = ? AND set_aside IS NULL"
                ).execute(arguments: [row.reason.text, row.rows.lowerBound])
            case .stages, .deadLetters, .files, .totals: continue
            }
            count += db.changesCount
        }
        return count
    }

    /// Everything that blocks receipts: damaged rows, and receipts without an intact lane.
    func obstacles() throws -> [OutboxDamage] {
        var damage: [OutboxDamage] = []
        func add(_ table: OutboxTable, _ reason: OutboxDamage.Reason, where condition: String) throws {
            let rows = try Int64.fetchCursor(
                db,
                sql: "SELECT id FROM \(table.rawValue) NOT INDEXED WHERE set_aside IS NULL AND \(condition)")
            while let id = try rows.next() { damage.append(OutboxDamage(table, id, reason)) }
        }
        try add(.lanes, .checksum, where: "NOT \(OutboxTable.lanes.isWhole)")
        try add(.receipts, .checksum, where: "NOT \(OutboxTable.receipts.isWhole)")
        try add(
            .receipts, .lane,
            where: "NOT EXISTS (SELECT 1 FROM lanes WHERE id = receipts.lane AND set_aside IS NULL)")
        return damage
    }
}
