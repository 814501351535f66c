import ReadReceipts
import SQLite

extension Receipt {
    /// The number of a stage in an outbox; a larger number covers a smaller one.
    var number: Int64 { Int64(order) }
}

/// The stages of receipts. Every outbox knows delivered and read, and stores the names of further ones.
extension OutboxStatements {
    /// The number of a stage. Stores the name of a new one.
    ///
    /// - Throws: ``OutboxError`` if the number belongs to another stage, because the outbox belongs to another schema.
    func number(of receipt: Receipt) throws -> Int64 {
        guard receipt > .read else { return receipt.number }
        guard let known = try self.receipt(number: receipt.number) else {
            try db.statement("INSERT OR REPLACE INTO stages (number, name) VALUES (?, ?)")
                .run([receipt.number, receipt.name])
            try seal(receipt.number, in: .stages)
            return receipt.number
        }
        if known == receipt { return receipt.number }
        throw OutboxError(
            .unreadable,
            "the outbox holds receipts of the stage \"\(known.name)\" where the schema has \"\(receipt.name)\"; "
                + "use a separate outbox for each schema")
    }

    /// The stage with a number; nil for an unknown one.
    func receipt(number: Int64) throws -> Receipt? {
        if let receipt = Receipt(standardNumber: number) { return receipt }
        let name = try db.statement(
            "SELECT name FROM stages WHERE number = ? AND \(OutboxTable.stages.isWhole)"
        ).first([number]) { row in try row.text(0) }
        return name.map { Receipt($0, order: Int(number)) }
    }

    /// The number of the last known stage.
    func lastNumber() throws -> Int64 {
        max(try db.integer("SELECT MAX(number) FROM stages") ?? 0, Receipt.read.number)
    }
}

extension Receipt {
    /// Delivered or read; nil for any other number.
    init?(standardNumber number: Int64) {
        switch number {
        case Receipt.delivered.number: self = .delivered
        case Receipt.read.number: self = .read
        default: return nil
        }
    }
}
