import CSQLite

/// A prepared statement of a connection.
package final class SQLiteStatement {
    private let connection: SQLiteConnection.Handle
    private let statement: OpaquePointer
    /// Whether rows are being read.
    private(set) var isRunning = false

    /// - Parameters:
    ///   - sql: One statement.
    ///   - isKept: Whether the statement will be used often.
    init(_ sql: String, _ connection: SQLiteConnection.Handle, isKept: Bool) throws(SQLiteError) {
        var statement: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let result = sqlite3_prepare_v3(connection.pointer, sql, -1, flags, &statement, nil)
        guard result == SQLITE_OK else { throw SQLiteError(result, connection.pointer) }
        guard let statement else { throw SQLiteError(.misuse, "there is no statement in \"\(sql)\"") }
        self.connection = connection
        self.statement = statement
    }

    deinit { sqlite3_finalize(statement) }

    /// The number of arguments that it takes.
    package var parameterCount: Int { Int(sqlite3_bind_parameter_count(statement)) }

    /// Carries out the statement, and ignores its rows.
    package func run(_ arguments: [(any SQLiteArgument)?] = []) throws {
        try forEachRow(arguments) { _ in }
    }

    /// Reads the first row; nil if there is none.
    package func first<Result>(
        _ arguments: [(any SQLiteArgument)?] = [], _ read: (SQLiteRow) throws -> Result
    ) throws -> Result? {
        try begin(arguments)
        defer { end() }
        return try step() ? try read(SQLiteRow(statement: statement)) : nil
    }

    /// Reads all rows in order, until `read` throws.
    package func forEachRow(
        _ arguments: [(any SQLiteArgument)?] = [], _ read: (SQLiteRow) throws -> Void
    ) throws {
        try begin(arguments)
        defer { end() }
        while try step() { try read(SQLiteRow(statement: statement)) }
    }

    /// Reads all rows in order.
    package func map<Result>(
        _ arguments: [(any SQLiteArgument)?] = [], _ read: (SQLiteRow) throws -> Result
    ) throws -> [Result] {
        var results: [Result] = []
        try forEachRow(arguments) { results.append(try read($0)) }
        return results
    }

    // MARK: Steps

    private func begin(_ arguments: [(any SQLiteArgument)?]) throws(SQLiteError) {
        if arguments.count != parameterCount {
            throw SQLiteError(
                .misuse, "a statement takes \(parameterCount) arguments, not \(arguments.count)")
        }
        if connection.isInterrupted { throw SQLiteError(.interrupt, "interrupted") }
        for (position, argument) in arguments.enumerated() {
            let result = bind(argument?.sqliteValue ?? .null, at: Int32(position + 1))
            if result != SQLITE_OK { throw SQLiteError(result, connection.pointer) }
        }
        isRunning = true
    }

    private func bind(_ value: SQLiteValue, at position: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, position)
        case .integer(let number): return sqlite3_bind_int64(statement, position, number)
        case .real(let number): return sqlite3_bind_double(statement, position, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // An empty text has no address, and null would be bound.
                bytes.isEmpty
                    ? sqlite3_bind_text(statement, position, "", 0, receipts_sqlite_copies())
                    : bytes.withMemoryRebound(to: CChar.self) {
                        sqlite3_bind_text(
                            statement, position, $0.baseAddress, Int32($0.count), receipts_sqlite_copies())
                    }
            }
        case .blob(let bytes):
            return bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, position, 0)
                : bytes.withUnsafeBytes {
                    sqlite3_bind_blob(
                        statement, position, $0.baseAddress, Int32($0.count), receipts_sqlite_copies())
                }
        }
    }

    /// Goes to the next row; false at the end.
    private func step() throws(SQLiteError) -> Bool {
        let result = sqlite3_step(statement)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteError(result, connection.pointer)
        }
    }

    private func end() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        isRunning = false
    }
}
