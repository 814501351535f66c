/// Rows of an outbox that are damaged.
public struct OutboxDamage: Sendable, Equatable {
    /// What is wrong with rows.
    public enum Reason: Sendable, Equatable {
        /// They have changed since they were written.
        case checksum
        /// The outbox does not know their stage.
        case kind
        /// Whose receipts they are, and in which conversation, is damaged or gone.
        case lane
        /// SQLite cannot read them.
        case unreadable

        /// A few words that follow "receipt 7: ".
        public var text: String {
            switch self {
            case .checksum: "its checksum does not match"
            case .kind: "its stage is unknown"
            case .lane: "whose it is, or in which conversation, is damaged"
            case .unreadable: "cannot be read"
            }
        }
    }

    let table: OutboxTable
    /// The numbers of the rows: of one, or of those among which some may be that cannot be read.
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

    /// Damage that leaves nothing to go on with.
    struct Found: Error {
        /// A few words that follow "the outbox is damaged: ".
        let what: String

        static let index = Found(what: "the index of its receipts does not fit them")
    }
}
