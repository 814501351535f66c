import SQLite

/// Reads the rows of a table by number, even around unreadable pages: it splits the remaining range until every gap is small.
struct TableScan {
    /// What a piece contains.
    enum Found {
        case row(id: Int64, values: [SQLiteValue], isWhole: Bool)
        /// A range that may contain unreadable rows.
        case gap(ClosedRange<Int64>)
    }

    /// A range of numbers to read.
    struct Piece {
        let rows: ClosedRange<Int64>
        /// How often it may still be split.
        let depth: Int
    }

    private let table: OutboxTable
    private let selection: String

    /// How often to split a gap; a page holds at most some hundred rows.
    private static let depth = 24

    init(_ table: OutboxTable, hasChecksums: Bool) {
        self.table = table
        let isWhole = hasChecksums ? table.isWhole : "1"
        selection =
            "SELECT rowid, \(isWhole), \(table.columns.joined(separator: ", ")) FROM \(table.rawValue)"
    }

    /// The range of all rows.
    func begin(_ db: SQLiteConnection) -> [Piece] {
        let last: Int64
        do {
            let found = try db.integer("SELECT MAX(rowid) FROM \(table.rawValue)")
            guard let found else { return [] }
            last = found
        } catch {
            // The last page may be the damaged one.
            last = lastInIndex(db) ?? boundOfLast(db)
        }
        return [Piece(rows: 0...max(last, 0), depth: TableScan.depth)]
    }

    /// The last number in the table's index; nil if there is no index, or it is damaged too.
    private func lastInIndex(_ db: SQLiteConnection) -> Int64? {
        guard table == .lanes || table == .receipts else { return nil }
        return try? db.integer(
            "SELECT MAX(rowid) FROM \(table.rawValue) INDEXED BY sqlite_autoindex_\(table.rawValue)_1")
    }

    /// An upper bound of the last number: well above the largest power of two below which a row can be read.
    private func boundOfLast(_ db: SQLiteConnection) -> Int64 {
        for exponent in stride(from: 28, through: 0, by: -1) {
            let row = try? db.integer(
                "SELECT rowid FROM \(table.rawValue) WHERE rowid <= ? ORDER BY rowid DESC LIMIT 1",
                [Int64(1) << exponent])
            if row != nil { return 1 << (exponent + 4) }
        }
        return 1 << 4
    }

    /// Reads a piece from both ends, as far as possible.
    ///
    /// - Parameter rest: Receives the halves of the middle that is left.
    func read(_ piece: Piece, of db: SQLiteConnection, rest: inout [Piece]) throws -> [Found] {
        var found: [Found] = []
        let (low, high) = (piece.rows.lowerBound, piece.rows.upperBound)
        guard let last = try read(low...high, of: db, isAscending: true, into: &found) else { return found }
        let begin = max(last, low)
        var behind: [Found] = []
        let first = begin <= high ? try read(begin...high, of: db, isAscending: false, into: &behind) : nil
        found += behind.reversed()
        guard let end = first, begin <= end else { return found }
        if begin == end || piece.depth == 0 {
            found.append(.gap(begin...end))
        } else {
            let middle = begin + (end - begin) / 2
            rest.append(Piece(rows: begin...middle, depth: piece.depth - 1))
            rest.append(Piece(rows: middle + 1...end, depth: piece.depth - 1))
        }
        return found
    }

    /// Reads rows in one direction.
    ///
    /// - Returns: The next number, if reading failed; nil at the end.
    private func read(
        _ rows: ClosedRange<Int64>, of db: SQLiteConnection, isAscending: Bool, into found: inout [Found]
    ) throws -> Int64? {
        struct Disorder: Error {}
        var next = isAscending ? rows.lowerBound : rows.upperBound
        do {
            let statement = try db.statement(
                "\(selection) NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid \(isAscending ? "ASC" : "DESC")"
            )
            try statement.forEachRow([rows.lowerBound, rows.upperBound]) { row in
                guard case .integer(let id) = row[0], rows.contains(id),
                    isAscending ? id >= next : id <= next
                else { throw Disorder() }
                found.append(.row(id: id, values: Array(row.values[2...]), isWhole: row.isTrue(1)))
                next = isAscending ? id + 1 : id - 1
            }
            return nil
        } catch let error as SQLiteError where error.code == .interrupt {
            throw error
        } catch is SQLiteError, is Disorder {
            return next
        }
    }
}
