import PrintableText
import SQLite

/// Why an operation on an outbox failed.
public struct OutboxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Equatable {
        /// The outbox is at its limit.
        case full
        /// The disk is full or cannot be written.
        case disk
        /// Another worker uses the outbox.
        case taken
        /// The file is not an outbox, is damaged, or was made by a newer version.
        case unreadable
    }

    /// The kind of failure.
    public let code: Code
    /// One line: what failed, where, and what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

// MARK: SQLite

extension OutboxError {
    /// What an error of SQLite means for an outbox.
    init(_ error: any Error, _ path: String) {
        if let damage = error as? OutboxDamage.Found {
            self.init(damaged: path, damage.what)
            return
        }
        guard let error = error as? SQLiteError else {
            self.init(
                .disk,
                error is CancellationError
                    ? "reading the outbox \(path) was interrupted" : "the outbox \(path) failed: \(error)")
            return
        }
        switch error.code {
        case .full:
            self.init(.disk, "the disk of the outbox \(path) is full; free some space, nothing is lost")
        case .notADatabase, .corrupt, .error, .constraint, .mismatch:
            self.init(damaged: path, error.message)
        case .readOnly, .permission, .cannotOpen:
            self.init(
                .disk,
                "the outbox \(path) cannot be written: \(error.message); the file and its folder must be writable"
            )
        default: self.init(.disk, "the outbox \(path) cannot be used: \(error.message)")
        }
    }

    /// Damage, and the command that rescues the rest.
    init(damaged path: String, _ what: String) {
        self.init(
            .unreadable,
            "\(path) is not an outbox, or is damaged: \(what.printable); to rescue the intact receipts, run: "
                + "receipts worker verify --outbox \(path.quotedForShell) --salvage \((path + ".salvaged").quotedForShell)"
        )
    }
}
