import ReadReceipts
import SQLite

/// Reads all readable rows of an outbox, and separates intact from damaged ones.
struct OutboxReading {
    var report = OutboxVerification.Report()

    private let db: SQLiteConnection
    private let onDamage: (OutboxDamage) -> Void
    private let onContent: (OutboxVerification.Content) throws -> Void
    /// The conversation and user of each lane, by number.
    private var lanes: [Int64: (conversation: ConversationID, user: UserID)] = [:]
    /// The stages after read, by number.
    private var stages: [Int64: Receipt] = [:]

    init(
        _ db: SQLiteConnection, hasChecksums: Bool, onDamage: @escaping (OutboxDamage) -> Void,
        onContent: @escaping (OutboxVerification.Content) throws -> Void
    ) {
        self.db = db
        self.onDamage = onDamage
        self.onContent = onContent
        report.hasChecksums = hasChecksums
    }

    mutating func run() throws {
        for table in OutboxTable.allCases {
            // Older outboxes have no stages, totals or files.
            guard try db.hasTable(table.rawValue) else { continue }
            try read(table)
        }
    }

    private mutating func read(_ table: OutboxTable) throws {
        let scan = TableScan(table, hasChecksums: report.hasChecksums)
        var pieces = scan.begin(db)
        var gaps: [ClosedRange<Int64>] = []
        var (looks, looksInVain) = (0, 0)
        // Large pieces come first: rows between two gaps are found before the gaps are searched.
        while looks < pieces.count {
            let piece = pieces[looks]
            looks += 1
            if looks > OutboxReading.mostLooks || looksInVain > OutboxReading.mostLooksInVain {
                gaps.append(piece.rows)
                continue
            }
            looksInVain += 1
            for found in try scan.read(piece, of: db, rest: &pieces) {
                switch found {
                case .row(let id, let values, let isWhole):
                    looksInVain = 0
                    try take(id, values, isWhole, of: table)
                case .gap(let rows): gaps.append(rows)
                }
            }
        }
        for gap in OutboxReading.joined(gaps) { note(OutboxDamage(table, gap, .unreadable)) }
    }

    /// The maximum number of searches between unreadable pages, and of those in a row without a result.
    private static let (mostLooks, mostLooksInVain) = (50_000, 4000)

    /// Sorts gaps, and joins adjacent ones.
    private static func joined(_ gaps: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        gaps.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, gap in
            if let last = joined.last, last.upperBound + 1 == gap.lowerBound {
                joined[joined.count - 1] = last.lowerBound...gap.upperBound
            } else {
                joined.append(gap)
            }
        }
    }

    private mutating func take(
        _ id: Int64, _ values: [SQLiteValue], _ isWhole: Bool, of table: OutboxTable
    ) throws {
        guard isWhole else { return note(OutboxDamage(table, id, .checksum)) }
        switch content(of: table, id, values) {
        case .success(let content):
            if let content { try onContent(content) }
            report.whole[table.rawValue, default: 0] += 1
        case .failure(let problem): note(OutboxDamage(table, id, problem.reason))
        }
    }

    private mutating func note(_ damage: OutboxDamage) {
        report.damaged[damage.tableName, default: 0] += 1
        onDamage(damage)
    }

    private struct Problem: Error {
        let reason: OutboxDamage.Reason
    }

    private func receipt(number: Int64) -> Receipt? { Receipt(standardNumber: number) ?? stages[number] }

    /// The content of a row; nil for a lane or a stage, which only receipts refer to.
    private mutating func content(
        of table: OutboxTable, _ id: Int64, _ values: [SQLiteValue]
    ) -> Result<OutboxVerification.Content?, Problem> {
        var row = RowValues(values)
        switch table {
        case .lanes:
            guard row.number() == id, let conversation = row.text(), let user = row.text() else { break }
            lanes[id] = (ConversationID(conversation), UserID(user))
            return .success(nil)
        case .stages:
            guard row.number() == id, let name = row.text() else { break }
            stages[id] = Receipt(name, order: Int(id))
            return .success(nil)
        case .receipts:
            guard row.number() == id, let lane = row.number(), let message = row.text(),
                let kind = row.number(), let time = row.optionalNumber(), let storedAt = row.number()
            else { break }
            guard let receipt = receipt(number: kind) else { return .failure(Problem(reason: .kind)) }
            guard let whose = lanes[lane] else { return .failure(Problem(reason: .lane)) }
            let event = ReceiptEvent(
                receipt, conversationID: whose.conversation, messageID: MessageID(message),
                userID: whose.user,
                milliseconds: time)
            return .success(.receipt(id: id, event, storedAt: storedAt))
        case .deadLetters:
            guard row.number() == id, let conversation = row.text(), let user = row.text(),
                let message = row.text(), let kind = row.number(), let time = row.optionalNumber(),
                let refusedAt = row.number(), let code = row.text(), let reason = row.text()
            else { break }
            guard let receipt = receipt(number: kind) else { return .failure(Problem(reason: .kind)) }
            let event = ReceiptEvent(
                receipt, conversationID: ConversationID(conversation), messageID: MessageID(message),
                userID: UserID(user), milliseconds: time)
            return .success(
                .deadLetter(
                    DeadLetter(id: id, event: event, code: code, reason: reason, refusedAt: refusedAt)))
        case .files:
            guard let path = row.text(), let device = row.number(), let inode = row.number(),
                let offset = row.number(), let lines = row.number()
            else { break }
            return .success(
                .position(
                    FilePosition(
                        path: path, device: device, inode: inode, offset: offset, lines: Int(lines))))
        case .totals:
            guard let stored = row.number(), let settled = row.number() else { break }
            var totals = OutboxTotals()
            (totals.stored, totals.settled) = (Int(stored), Int(settled))
            return .success(.totals(totals))
        }
        return .failure(Problem(reason: .checksum))
    }
}

/// Reads the values of a row in order; nil for values of an unexpected type.
private struct RowValues {
    private var rest: ArraySlice<SQLiteValue>

    init(_ values: [SQLiteValue]) { rest = values[...] }

    mutating func number() -> Int64? {
        guard case .integer(let number)? = rest.popFirst() else { return nil }
        return number
    }

    mutating func text() -> String? {
        guard case .text(let text)? = rest.popFirst() else { return nil }
        return text
    }

    /// A number or null; nil for another type.
    mutating func optionalNumber() -> Int64?? {
        switch rest.popFirst() {
        case .integer(let number): .some(number)
        case .null: .some(nil)
        default: nil
        }
    }
}
