import GRDB
import ReadReceipts

/// What is done with the tables of an outbox, each within a transaction of the caller's.
struct OutboxStatements {
    let db: Database

    // MARK: Taking in

    /// Stores an event, unless one that covers it is there.
    ///
    /// - Returns: The receipt's number, and whether there is one receipt more.
    func store(_ event: ReceiptEvent, in lane: Int64, at now: Int64) throws -> (id: Int64, isNew: Bool) {
        let insertion = try db.cachedStatement(
            sql: """
                INSERT INTO receipts (lane, message, kind, happened_at, stored_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (lane, message) DO NOTHING
                """)
        try insertion.execute(arguments: [
            lane, event.messageID, event.receipt.number, event.milliseconds, now,
        ])
        if db.changesCount > 0 { return (db.lastInsertedRowID, true) }
        // Read covers delivered, also where that is being written just now: what is done with then is the delivered one only.
        try db.cachedStatement(
            sql: "UPDATE receipts SET kind = ?, happened_at = ? WHERE lane = ? AND message = ? AND kind < ?"
        ).execute(
            arguments: [
                event.receipt.number, event.milliseconds, lane, event.messageID, event.receipt.number,
            ])
        let selection = try db.cachedStatement(sql: "SELECT id FROM receipts WHERE lane = ? AND message = ?")
        return (try Int64.fetchOne(selection, arguments: [lane, event.messageID]) ?? 0, false)
    }

    /// The lane of a user in a conversation, made when there is none.
    func lane(conversation: String, user: String) throws -> Int64 {
        let selection = try db.cachedStatement(
            sql: "SELECT id FROM lanes WHERE conversation = ? AND user = ?")
        if let id = try Int64.fetchOne(selection, arguments: [conversation, user]) { return id }
        try db.cachedStatement(sql: "INSERT INTO lanes (conversation, user) VALUES (?, ?)")
            .execute(arguments: [conversation, user])
        return db.lastInsertedRowID
    }

    // MARK: Files

    /// How far a file was read.
    func position(inFile path: String) throws -> FilePosition? {
        let statement = try db.cachedStatement(
            sql: "SELECT device, inode, offset, lines FROM files WHERE path = ?")
        return try Row.fetchOne(statement, arguments: [path]).map { row in
            FilePosition(path: path, device: row[0], inode: row[1], offset: row[2], lines: row[3])
        }
    }

    func store(_ position: FilePosition) throws {
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO files (path, device, inode, offset, lines) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            position.path, position.device, position.inode, position.offset, position.lines,
        ])
    }

    // MARK: Handing out

    /// The next lanes behind one, among those that do not wait.
    func lanes(after id: Int64, at now: Int64, limit: Int) throws -> [Lane] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, conversation, user, failures FROM lanes WHERE id > ? AND postponed_until <= ?
                ORDER BY id LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [id, now, limit]).map { row in
            Lane(id: row[0], conversationID: row[1], userID: row[2], failures: row[3])
        }
    }

    /// The oldest receipts of a lane.
    func receipts(in lane: Int64, limit: Int) throws -> [QueuedReceipt] {
        let statement = try db.cachedStatement(
            sql: "SELECT id, message, kind, stored_at FROM receipts WHERE lane = ? ORDER BY id LIMIT ?")
        return try Row.fetchAll(statement, arguments: [lane, limit]).compactMap { row in
            Receipt(number: row[2]).map {
                QueuedReceipt(id: row[0], messageID: row[1], receipt: $0, storedAt: row[3])
            }
        }
    }

    /// When the first of the lanes that wait need wait no longer; nil when none does.
    func firstPostponement(after now: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT MIN(postponed_until) FROM lanes WHERE postponed_until > ?"),
            arguments: [now])
    }

    // MARK: Settling

    /// Does with a lane and its receipts what is to become of them.
    ///
    /// - Returns: How many receipts need nothing more, and how many have become dead letters.
    func settle(_ settlement: LaneSettlement, at now: Int64) throws -> (settled: Int, dead: Int) {
        var (settled, dead) = (0, 0)
        for receipt in settlement.receipts {
            switch receipt {
            case .done(let receipt): settled += try remove(receipt)
            case .dead(let receipt, let code, let reason):
                try bury(receipt, of: settlement.lane, code: code, reason: reason, at: now)
                dead += try remove(receipt)
            }
        }
        let lane = settlement.lane.id
        if let until = settlement.postponedUntil {
            try db.cachedStatement(
                sql: "UPDATE lanes SET failures = failures + 1, postponed_until = ? WHERE id = ?"
            ).execute(arguments: [until, lane])
        } else if settlement.lane.failures > 0 {
            try db.cachedStatement(sql: "UPDATE lanes SET failures = 0, postponed_until = 0 WHERE id = ?")
                .execute(arguments: [lane])
        }
        try db.cachedStatement(
            sql: "DELETE FROM lanes WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM receipts WHERE lane = ?1)"
        ).execute(arguments: [lane])
        return (settled, dead)
    }

    /// Removes a receipt as it was handed out: one that covers more by now stays.
    private func remove(_ receipt: QueuedReceipt) throws -> Int {
        try db.cachedStatement(sql: "DELETE FROM receipts WHERE id = ? AND kind = ?")
            .execute(arguments: [receipt.id, receipt.receipt.number])
        return db.changesCount
    }

    private func bury(
        _ receipt: QueuedReceipt, of lane: Lane, code: String, reason: String, at now: Int64
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO dead_letters
                    (conversation, user, message, kind, happened_at, refused_at, code, reason)
                SELECT ?, ?, message, kind, happened_at, ?, ?, ? FROM receipts WHERE id = ? AND kind = ?
                """
        ).execute(
            arguments: [
                lane.conversationID, lane.userID, now, code, reason, receipt.id, receipt.receipt.number,
            ])
    }

    // MARK: Dead letters

    /// The dead letters behind one, oldest first.
    func deadLetters(after id: Int64, limit: Int) throws -> [DeadLetter] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, conversation, message, user, kind, happened_at, code, reason, refused_at
                FROM dead_letters WHERE id > ? ORDER BY id LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [id, limit]).compactMap { row in
            guard let receipt = Receipt(number: row[4]) else { return nil }
            let event = ReceiptEvent(
                receipt, conversationID: row[1], messageID: row[2], userID: row[3], milliseconds: row[5])
            return DeadLetter(id: row[0], event: event, code: row[6], reason: row[7], refusedAt: row[8])
        }
    }

    func removeDeadLetter(_ id: Int64) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM dead_letters WHERE id = ?").execute(arguments: [id])
        return db.changesCount > 0
    }

    // MARK: Counting

    /// Adds to what was done so far.
    func add(stored: Int = 0, settled: Int = 0) throws {
        if stored == 0, settled == 0 { return }
        try db.cachedStatement(sql: "UPDATE totals SET stored = stored + ?, settled = settled + ?")
            .execute(arguments: [stored, settled])
    }

    func totals() throws -> OutboxTotals {
        var totals = OutboxTotals()
        if let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT stored, settled FROM totals")) {
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
        statistics.queued = try count("receipts")
        statistics.deadLetters = try count("dead_letters")
        // Receipts are numbered in the order in which they came.
        statistics.oldestStoredAt = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT stored_at FROM receipts ORDER BY id LIMIT 1"))
        return statistics
    }

    private func count(_ table: String) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT COUNT(*) FROM \(table)")) ?? 0
    }
}
