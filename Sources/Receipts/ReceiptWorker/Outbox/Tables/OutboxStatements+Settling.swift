import ReadReceipts
import SQLite

/// The results of trying to write receipts.
extension OutboxStatements {
    /// Records the results for a lane.
    ///
    /// - Returns: The numbers of receipts settled, and of new dead letters.
    func settle(_ settlement: LaneSettlement, at now: Int64) throws -> (settled: Int, dead: Int) {
        var (settled, dead) = (0, 0)
        for receipt in settlement.receipts {
            switch receipt {
            case .done(let receipt): settled += try remove(receipt)
            case .dead(let receipt, let code, let reason):
                if try bury(receipt, of: settlement.lane, code: code, reason: reason, at: now) {
                    dead += try remove(receipt)
                }
            }
        }
        let lane = settlement.lane.id
        if let until = settlement.postponedUntil {
            try postpone(lane, failures: settlement.lane.failures + 1, until: until)
        } else if settlement.lane.failures > 0 {
            try postpone(lane, failures: 0, until: 0)
        }
        try db.statement(
            "DELETE FROM lanes WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM receipts WHERE lane = ?1)"
        ).run([lane])
        return (settled, dead)
    }

    private func postpone(_ lane: Int64, failures: Int, until: Int64) throws {
        let table = OutboxTable.lanes
        try db.statement(
            """
            UPDATE lanes SET failures = ?1, postponed_until = ?2,
                checksum = \(table.checksum(["failures": "?1", "postponed_until": "?2"]))
            WHERE id = ?3 AND \(table.isWhole)
            """
        ).run([failures, until, lane])
    }

    /// Removes a receipt as it was handed out. One that has moved to a later stage stays.
    private func remove(_ receipt: QueuedReceipt) throws -> Int {
        try db.statement("DELETE FROM receipts WHERE id = ? AND kind = ?")
            .run([receipt.id, receipt.receipt.number])
        return db.changes
    }

    /// Turns a receipt into a dead letter.
    ///
    /// - Returns: False if it has moved to a later stage, is damaged, or is gone.
    private func bury(
        _ receipt: QueuedReceipt, of lane: Lane, code: String, reason: String, at now: Int64
    ) throws -> Bool {
        try db.statement(
            """
            INSERT INTO dead_letters
                (conversation, user, message, kind, happened_at, refused_at, code, reason)
            SELECT ?, ?, message, kind, happened_at, ?, ?, ? FROM receipts
            WHERE id = ? AND kind = ? AND \(OutboxTable.receipts.isWhole)
            """
        ).run([
            lane.conversationID.string, lane.userID.string, now, code, reason, receipt.id,
            receipt.receipt.number,
        ])
        if db.changes == 0 { return false }
        try seal(db.lastInsertedRowID, in: .deadLetters)
        return true
    }

    // MARK: Dead letters

    /// Adds a dead letter for an event that was never stored.
    func bury(_ event: ReceiptEvent, code: String, reason: String, at now: Int64) throws {
        try db.statement(
            """
            INSERT INTO dead_letters
                (conversation, user, message, kind, happened_at, refused_at, code, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([
            event.conversationID.string, event.userID.string, event.messageID.string,
            try number(of: event.receipt), event.milliseconds, now, code, reason,
        ])
        try seal(db.lastInsertedRowID, in: .deadLetters)
    }

    /// The dead letters after one, oldest first.
    func deadLetters(after id: Int64, limit: Int) throws -> [DeadLetter] {
        let statement = try db.statement(
            """
            SELECT id, conversation, message, user, kind, happened_at, code, reason, refused_at
            FROM dead_letters WHERE id > ? AND \(OutboxTable.deadLetters.isWhole) ORDER BY id LIMIT ?
            """)
        var letters: [DeadLetter] = []
        try statement.forEachRow([id, limit]) { row in
            guard let receipt = try receipt(number: row.integer(4)) else { return }
            let event = ReceiptEvent(
                receipt, conversationID: ConversationID(try row.text(1)),
                messageID: MessageID(try row.text(2)),
                userID: UserID(try row.text(3)), milliseconds: try row.optionalInteger(5))
            letters.append(
                DeadLetter(
                    id: try row.integer(0), event: event, code: try row.text(6), reason: try row.text(7),
                    refusedAt: try row.integer(8)))
        }
        return letters
    }

    func removeDeadLetter(_ id: Int64) throws -> Bool {
        try db.statement("DELETE FROM dead_letters WHERE id = ?").run([id])
        return db.changes > 0
    }
}
