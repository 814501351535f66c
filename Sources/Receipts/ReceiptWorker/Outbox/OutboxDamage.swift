/// Rows of an outbox that are damaged.
public struct OutboxDamage: Sendable, Equatable {
    /// What is wrong with rows.
    public enum Reason: Sendable, Equatable {
        /// They changed after they were written.
        case checksum
        /// Their stage is unknown.
        case kind
        /// Their lane is damaged or missing.
        case lane
        /// SQLite cannot read them.
        case unreadable

        /// The words after "receipt 7: ".
        public var text: String {
            switch self {
            case .checksum: "its checksum does not match"
            case .kind: "its stage is unknown"
            case .lane: "its user or conversation is damaged"
            case .unreadable: "cannot be read"
            }
        }
    }

    let table: OutboxTable
    /// The numbers of the rows: one row, or a range that may contain unreadable rows.
    public let rows: ClosedRange<Int64>
    /// What is wrong.
    public let reason: Reason

    init(_ table: OutboxTable, _ id: Int64, _ reason: Reason) {
        self.init(table, id...id, reason)
    }

    init(_ table: OutboxTable, _ rows: ClosedRange<Int64>, _ reason: Reason) {
        self.table = table
        self.rows = rows
        self.reason = reason
    }

    /// The table: `receipts`, `lanes` for users in conversations, `stages`, `dead_letters`, `files`, `totals`.
    public var tableName: String { table.rawValue }

    /// Damage that stops the worker.
    struct Found: Error {
        /// The words after "the outbox is damaged: ".
        let what: String

        static let index = Found(what: "the index of its receipts does not match them")
    }
}
