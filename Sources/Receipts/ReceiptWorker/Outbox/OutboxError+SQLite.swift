import GRDB
import PrintableText

extension OutboxError {
    /// What an error of SQLite means for an outbox.
    init(_ error: any Error, _ path: String) {
        if let damage = error as? OutboxDamage.Found {
            self.init(damaged: path, damage.what)
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(
                .disk,
                error is CancellationError
                    ? "reading the outbox \(path) was interrupted" : "the outbox \(path) failed: \(error)")
            return
        }
        let words = error.message ?? "SQLite's error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.disk, "the disk of the outbox \(path) is full; make room there, nothing is lost")
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
            self.init(damaged: path, words)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
            self.init(
                .disk, "the outbox \(path) cannot be written: \(words); it, and its folder, must be writable")
        default: self.init(.disk, "the outbox \(path) cannot be used: \(words)")
        }
    }

    /// Damage, with what can be done about it.
    init(damaged path: String, _ what: String) {
        self.init(
            .unreadable,
            "\(path) is no outbox, or is damaged: \(what.printable); to save what is whole, run: "
                + "receipts worker verify --outbox \(path.quotedForShell) --salvage \((path + ".salvaged").quotedForShell)"
        )
    }
}
