import CSQLite

/// The row at which a statement stands. It is valid until the statement goes on.
package struct SQLiteRow {
    let statement: OpaquePointer

    /// - Throws: ``SQLiteError`` with the code `mismatch` if the column does not hold an integer.
    package func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
        try check(column, SQLITE_INTEGER)
        return sqlite3_column_int64(statement, column)
    }

    /// An integer, or nil for null.
    package func optionalInteger(_ column: Int32) throws(SQLiteError) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : try integer(column)
    }

    /// - Throws: ``SQLiteError`` with the code `mismatch` if the column does not hold text.
    package func text(_ column: Int32) throws(SQLiteError) -> String {
        try check(column, SQLITE_TEXT)
        return String(decoding: bytes(column), as: UTF8.self)
    }

    /// Whether the column holds a number other than 0.
    package func isTrue(_ column: Int32) -> Bool { sqlite3_column_int64(statement, column) != 0 }

    package subscript(column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: .text(String(decoding: bytes(column), as: UTF8.self))
        case SQLITE_BLOB: .blob(Array(bytes(column)))
        default: .null
        }
    }

    /// The values of all columns.
    package var values: [SQLiteValue] { (0..<sqlite3_column_count(statement)).map { self[$0] } }

    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        // The order matters: the number of bytes is that of the form that was read last.
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }

    private func check(_ column: Int32, _ type: Int32) throws(SQLiteError) {
        if sqlite3_column_type(statement, column) == type { return }
        let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "\(column)"
        throw SQLiteError(.mismatch, "the column \(name) has a value of another type")
    }
}
