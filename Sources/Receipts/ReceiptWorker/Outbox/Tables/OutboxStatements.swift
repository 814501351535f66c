import ReadReceipts
import SQLite

/// The SQL of an outbox. Each call runs within a transaction of the caller.
struct OutboxStatements {
    let db: SQLiteConnection

    // MARK: Storing

    /// Stores an event, unless a receipt covers it.
    ///
    /// - Returns: The receipt's number, and whether it is new.
    func store(_ event: ReceiptEvent, in lane: Int64, at now: Int64) throws -> (id: Int64, isNew: Bool) {
        let number = try number(of: event.receipt)
        // SQLite optimizes only a query for nothing but the maximum.
        let insertion = try db.statement(
            """
            INSERT INTO receipts (id, lane, message, kind, happened_at, stored_at, checksum)
            SELECT next, ?1, ?2, ?3, ?4, ?5, \(OutboxTable.receipts.checksum(OutboxStatements.insertion))
            FROM (SELECT COALESCE((SELECT MAX(id) FROM receipts), 0) + 1 AS next) WHERE true
            ON CONFLICT (lane, message) DO NOTHING
            """)
        try insertion.run([
            lane, event.messageID.string, number, event.milliseconds, now,
        ])
        if db.changes > 0 { return (db.lastInsertedRowID, true) }
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
        let selection = try db.statement(
            """
            SELECT id, kind, \(table.isWhole), set_aside IS NOT NULL, lane, message, stored_at FROM receipts
            WHERE id = (SELECT id FROM receipts WHERE lane = ? AND message = ?)
            """)
        let found = try selection.first([lane, event.messageID.string]) { row in
            let (isWhole, isSetAside) = (row.isTrue(2), row.isTrue(3))
            if isWhole, !isSetAside {
                guard try row.integer(4) == lane, MessageID(try row.text(5)) == event.messageID else {
                    throw OutboxDamage.Found.index
                }
            }
            return (
                id: try row.integer(0), kind: isWhole ? try row.integer(1) : 0, isWhole: isWhole,
                isSetAside: isSetAside,
                storedAt: isWhole ? try row.integer(6) : now
            )
        }
        guard let found else { throw OutboxDamage.Found.index }
        if found.isWhole, !found.isSetAside {
            if found.kind >= number { return (found.id, false) }
        } else if number < (try lastNumber()) {
            // The old stage is unknown; only the last stage is certain to cover it.
            throw OutboxDamage.Found(what: "the receipt of the message \(event.messageID) is damaged")
        }
        try db.statement(
            """
            UPDATE receipts SET lane = ?1, message = ?2, kind = ?3, happened_at = ?4, stored_at = ?5,
                set_aside = NULL, checksum = \(table.checksum(OutboxStatements.change))
            WHERE id = ?6
            """
        ).run([
            lane, event.messageID.string, number, event.milliseconds, found.storedAt, found.id,
        ])
        return (found.id, found.isSetAside)
    }

    /// The lane of a user in a conversation; created if it does not exist.
    func lane(conversation: ConversationID, user: UserID) throws -> Int64 {
        let table = OutboxTable.lanes
        // The inner query uses the index, the outer one the row.
        let selection = try db.statement(
            """
            SELECT id, conversation, user, \(table.isWhole) AND set_aside IS NULL FROM lanes
            WHERE id = (SELECT id FROM lanes WHERE conversation = ? AND user = ?)
            """)
        let known = try selection.first([conversation.string, user.string]) { row in
            guard row.isTrue(3), ConversationID(try row.text(1)) == conversation,
                UserID(try row.text(2)) == user
            else {
                throw OutboxDamage.Found(
                    what: "the receipts of \(user) in the conversation \(conversation) are damaged")
            }
            return try row.integer(0)
        }
        if let known { return known }
        try db.statement("INSERT INTO lanes (conversation, user) VALUES (?, ?)")
            .run([conversation.string, user.string])
        let id = db.lastInsertedRowID
        try seal(id, in: table)
        return id
    }

    /// Sets the checksum of a row that was just written.
    func seal(_ id: Int64, in table: OutboxTable) throws {
        try db.statement(
            "UPDATE \(table.rawValue) SET checksum = \(table.checksum()) WHERE rowid = ?"
        ).run([id])
    }

    // MARK: Files

    /// How far a file was read; nil if unknown or damaged, as reading it again from the beginning does no harm.
    func position(inFile path: String) throws -> FilePosition? {
        let statement = try db.statement(
            """
            SELECT device, inode, offset, lines FROM files WHERE path = ? AND \(OutboxTable.files.isWhole)
            """)
        return try statement.first([path]) { row in
            FilePosition(
                path: path, device: try row.integer(0), inode: try row.integer(1), offset: try row.integer(2),
                lines: Int(try row.integer(3)))
        }
    }

    func store(_ position: FilePosition) throws {
        try db.statement(
            "INSERT OR REPLACE INTO files (path, device, inode, offset, lines) VALUES (?, ?, ?, ?, ?)"
        ).run([
            position.path, position.device, position.inode, position.offset, position.lines,
        ])
        try seal(db.lastInsertedRowID, in: .files)
    }
}
