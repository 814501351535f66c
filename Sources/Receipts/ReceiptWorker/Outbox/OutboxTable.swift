/// The tables of an outbox whose rows have checksums.
enum OutboxTable: String, CaseIterable {
    case lanes
    case receipts
    case deadLetters = "dead_letters"
    case files
    case totals

    /// The columns that the checksum covers, the number of the row among them where others refer to it.
    var columns: [String] {
        switch self {
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
    /// - Parameter changes: What stands in place of columns that are about to change.
    func checksum(_ changes: [String: String] = [:]) -> String {
        "row_checksum('\(rawValue)', \(columns.map { changes[$0] ?? $0 }.joined(separator: ", ")))"
    }

    /// Whether a row is as it was written, in SQL.
    var isWhole: String { "(checksum IS \(checksum()))" }
}
