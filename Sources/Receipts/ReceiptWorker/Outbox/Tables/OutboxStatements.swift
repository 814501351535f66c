import GRDB
import ReadReceipts

/// The SQL of an outbox. Each call runs within a transaction of the caller.
struct OutboxStatements {
    let db: Database

    // MARK: Storing

    /// Stores an event, unless a receipt covers it.
    ///
    /// - Returns: The receipt's number, and whether it is new.
    func store(_ event: ReceiptEvent, in lane: Int64, at now: Int64) throws -> (id: Int64, isNew: Bool) {
        let number = try number(of: event.receipt)
        // SQLite optimizes only a query for nothing but the maximum.
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

    /// Lets the existing receipt cover an event. A later stage covers earlier ones, even while a worker writes one of them: that write settles
    /// only the earlier stage.
    private func cover(
        _ event: ReceiptEvent, _ number: Int64, in lane: Int64, at now: Int64
    ) throws -> (id: Int64, isNew: Bool) {
        let table = OutboxTable.receipts
        // The inner query uses the index, the outer one the row.
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
            // The old stage is unknown; only the last stage is certain to cover it.
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

    /// The lane of a user in a conversation; created if it does not exist.
    func lane(conversation: ConversationID, user: UserID) throws -> Int64 {
        let table = OutboxTable.lanes
        // The inner query uses the index, the outer one the row.
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

    /// Sets the checksum of a row that was just written.
    func seal(_ id: Int64, in table: OutboxTable) throws {
        try db.cachedStatement(
            sql: "UPDATE \(table.rawValue) SET checksum = \(table.checksum()) WHERE rowid = ?"
        ).execute(arguments: [id])
    }

    // MARK: Files

    /// How far a file was read; nil if unknown or damaged, as reading it again from the beginning does no harm.
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
}
