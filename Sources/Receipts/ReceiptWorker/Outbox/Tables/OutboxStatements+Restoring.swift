import ReadReceipts
import SQLite

/// Copies rows of another outbox.
extension OutboxStatements {
    func restore(_ content: OutboxVerification.Content) throws {
        switch content {
        case .receipt(let id, let event, let storedAt): try restore(event, id, storedAt)
        case .deadLetter(let letter): try restore(letter)
        case .position(let position): try store(position)
        case .totals(let totals):
            try db.run(script: "DELETE FROM totals")
            try db.run("INSERT INTO totals (stored, settled) VALUES (?, ?)", [totals.stored, totals.settled])
            try seal(db.lastInsertedRowID, in: .totals)
        }
    }

    private func restore(_ event: ReceiptEvent, _ id: Int64, _ storedAt: Int64) throws {
        let lane = try lane(conversation: event.conversationID, user: event.userID)
        try db.statement(
            """
            INSERT INTO receipts (id, lane, message, kind, happened_at, stored_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (lane, message) DO UPDATE SET kind = MAX(kind, excluded.kind)
            """
        ).run([
            id, lane, event.messageID.string, try number(of: event.receipt), event.milliseconds, storedAt,
        ])
        try db.statement(
            """
            UPDATE receipts SET checksum = \(OutboxTable.receipts.checksum()) WHERE lane = ? AND message = ?
            """
        ).run([lane, event.messageID.string])
    }

    private func restore(_ letter: DeadLetter) throws {
        let event = letter.event
        try db.statement(
            """
            INSERT INTO dead_letters
                (id, conversation, user, message, kind, happened_at, refused_at, code, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([
            letter.id, event.conversationID.string, event.userID.string, event.messageID.string,
            try number(of: event.receipt),
            event.milliseconds, letter.refusedAt, letter.code, letter.reason,
        ])
        try seal(letter.id, in: .deadLetters)
    }
}
