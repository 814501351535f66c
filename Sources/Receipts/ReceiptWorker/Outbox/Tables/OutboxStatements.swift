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
        let number = try number(of: event.receipt)
        // Only a query for nothing but the maximum looks at the last row alone.
        let insertion = try db.cachedStatement(
            sql: """
                INSERT INTO receipts (id, lane, message, kind, happened_at, stored_at, checksum)
                SELECT next, ?1, ?2, ?3, ?4, ?5, \(OutboxTable.receipts.checksum(OutboxStatements.insertion))
                FROM (SELECT COALESCE((SELECT MAX(id) FROM receipts), 0) + 1 AS next) WHERE true
                ON CONFLICT (lane, message) DO NOTHING
                """)
        try insertion.execute(arguments: [
            lane, event.messageID.string, number, event.milliseconds, now,
        ])
        if db.changesCount > 0 { return (db.lastInsertedRowID, true) }
        return try cover(event, number, in: lane, at: now)
    }

    private static let change = [
        "lane": "?1", "message": "?2", "kind": "?3", "happened_at": "?4", "stored_at": "?5",
    ]
    private static let insertion = change.merging(["id": "next"]) { $1 }

    /// Has the receipt that is there cover an event, too. A later stage covers the earlier ones, even while a worker writes one of them:
    /// that write settles only the earlier stage.
    private func cover(
        _ event: ReceiptEvent, _ number: Int64, in lane: Int64, at now: Int64
    ) throws -> (id: Int64, isNew: Bool) {
        let table = OutboxTable.receipts
        // The inner query asks the index, the outer one the row itself.
        let selection = try db.cachedStatement(
            sql: """
                SELECT id, kind, \(table.isWhole), set_aside IS NOT NULL, lane, message, stored_at FROM receipts
                WHERE id = (SELECT id FROM receipts WHERE lane = ? AND message = ?)
                """)
        guard let row = try Row.fetchOne(selection, arguments: [lane, event.messageID.string]) else {
            throw OutboxDamage.Found.index
        }
        let (id, isWhole, isSetAside): (Int64, Bool, Bool) = (row[0], row[2], row[3])
        if isWhole, !isSetAside {
            let (rowLane, message, kind): (Int64, String, Int64) = (row[4], row[5], row[1])
            guard rowLane == lane, MessageID(message) == event.messageID else {
                throw OutboxDamage.Found.index
            }
            if kind >= number { return (id, false) }
        } else if number < (try lastNumber()) {
            // Nobody knows what it was; only the last stage covers whatever that may be.
            throw OutboxDamage.Found(what: "the receipt of the message \(event.messageID) is damaged")
        }
        try db.cachedStatement(
            sql: """
                UPDATE receipts SET lane = ?1, message = ?2, kind = ?3, happened_at = ?4, stored_at = ?5,
                    set_aside = NULL, checksum = \(table.checksum(OutboxStatements.change))
                WHERE id = ?6
                """
        ).execute(arguments: [
            lane, event.messageID.string, number, event.milliseconds, isWhole ? row[6] as Int64 : now, id,
        ])
        return (id, isSetAside)
    }

    /// The lane of a user in a conversation, made when there is none.
    func lane(conversation: ConversationID, user: UserID) throws -> Int64 {
        let table = OutboxTable.lanes
        // The inner query asks the index, the outer one the row itself.
        let selection = try db.cachedStatement(
            sql: """
                SELECT id, conversation, user, \(table.isWhole) AND set_aside IS NULL FROM lanes
                WHERE id = (SELECT id FROM lanes WHERE conversation = ? AND user = ?)
                """)
        if let row = try Row.fetchOne(selection, arguments: [conversation.string, user.string]) {
            let isWhole: Bool = row[3]
            guard isWhole, ConversationID(row[1]) == conversation, UserID(row[2]) == user else {
                throw OutboxDamage.Found(
                    what: "the receipts of \(user) in the conversation \(conversation) are damaged")
            }
            return row[0]
        }
        try db.cachedStatement(sql: "INSERT INTO lanes (conversation, user) VALUES (?, ?)")
            .execute(arguments: [conversation.string, user.string])
        let id = db.lastInsertedRowID
        try seal(id, in: table)
        return id
    }

    /// Gives a row that was just written its checksum.
    func seal(_ id: Int64, in table: OutboxTable) throws {
        try db.cachedStatement(
            sql: "UPDATE \(table.rawValue) SET checksum = \(table.checksum()) WHERE rowid = ?"
        ).execute(arguments: [id])
    }

    // MARK: Files

    /// How far a file was read; nil also when that is damaged: to read it again from its beginning does no harm.
    func position(inFile path: String) throws -> FilePosition? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT device, inode, offset, lines FROM files WHERE path = ? AND \(OutboxTable.files.isWhole)
                """)
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
        try seal(db.lastInsertedRowID, in: .files)
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
        try db.cachedStatement(
            sql: "DELETE FROM lanes WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM receipts WHERE lane = ?1)"
        ).execute(arguments: [lane])
        return (settled, dead)
    }

    private func postpone(_ lane: Int64, failures: Int, until: Int64) throws {
        let table = OutboxTable.lanes
        try db.cachedStatement(
            sql: """
                UPDATE lanes SET failures = ?1, postponed_until = ?2,
                    checksum = \(table.checksum(["failures": "?1", "postponed_until": "?2"]))
                WHERE id = ?3 AND \(table.isWhole)
                """
        ).execute(arguments: [failures, until, lane])
    }

    /// Removes a receipt as it was handed out: one that covers more by now stays.
    private func remove(_ receipt: QueuedReceipt) throws -> Int {
        try db.cachedStatement(sql: "DELETE FROM receipts WHERE id = ? AND kind = ?")
            .execute(arguments: [receipt.id, receipt.receipt.number])
        return db.changesCount
    }

    /// Makes a dead letter of a receipt as it was handed out.
    ///
    /// - Returns: False when it covers more by now, is damaged, or is gone.
    private func bury(
        _ receipt: QueuedReceipt, of lane: Lane, code: String, reason: String, at now: Int64
    ) throws -> Bool {
        try db.cachedStatement(
            sql: """
                INSERT INTO dead_letters
                    (conversation, user, message, kind, happened_at, refused_at, code, reason)
                SELECT ?, ?, message, kind, happened_at, ?, ?, ? FROM receipts
                WHERE id = ? AND kind = ? AND \(OutboxTable.receipts.isWhole)
                """
        ).execute(
            arguments: [
                lane.conversationID.string, lane.userID.string, now, code, reason, receipt.id,
                receipt.receipt.number,
            ])
        if db.changesCount == 0 { return false }
        try seal(db.lastInsertedRowID, in: .deadLetters)
        return true
    }

    // MARK: Dead letters

    /// The dead letters behind one, oldest first.
    func deadLetters(after id: Int64, limit: Int) throws -> [DeadLetter] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, conversation, message, user, kind, happened_at, code, reason, refused_at
                FROM dead_letters WHERE id > ? AND \(OutboxTable.deadLetters.isWhole) ORDER BY id LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [id, limit]).compactMap { row in
            guard let receipt = try receipt(number: row[4]) else { return nil }
            let event = ReceiptEvent(
                receipt, conversationID: ConversationID(row[1]), messageID: MessageID(row[2]),
                userID: UserID(row[3]), milliseconds: row[5])
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
        // Receipts are numbered in the order in which they came.
        statistics.oldestStoredAt = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT stored_at FROM receipts WHERE set_aside IS NULL ORDER BY id LIMIT 1"))
        return statistics
    }

    private func count(_ table: String) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT COUNT(*) FROM \(table)")) ?? 0
    }
}
