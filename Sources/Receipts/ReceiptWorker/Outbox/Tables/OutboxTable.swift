/// The tables of an outbox whose rows have checksums.
enum OutboxTable: String, CaseIterable {
    case lanes
    case stages
    case receipts
    case deadLetters = "dead_letters"
    case files
    case totals

    /// The columns in the checksum. They include the row's number if other rows refer to it.
    var columns: [String] {
        switch self {
        case .stages: ["number", "name"]
        case .lanes: ["id", "conversation", "user", "failures", "postponed_until"]
        case .receipts: ["id", "lane", "message", "kind", "happened_at", "stored_at"]
        case .deadLetters:
            [
                "id", "conversation", "user", "message", "kind", "happened_at", "refused_at", "code",
                "reason",
            ]
        case .files: ["path", "device", "inode", "offset", "lines"]
        case .totals: ["stored", "settled"]
        }
    }

    /// The checksum of a row, in SQL.
    ///
    /// - Parameter changes: The new values of changed columns, in SQL.
    func checksum(_ changes: [String: String] = [:]) -> String {
        "row_checksum('\(rawValue)', \(columns.map { changes[$0] ?? $0 }.joined(separator: ", ")))"
    }

    /// Whether a row is intact, in SQL.
    var isWhole: String { "(checksum IS \(checksum()))" }
}
