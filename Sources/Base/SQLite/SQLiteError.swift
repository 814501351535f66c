import CSQLite

/// An error that SQLite reports.
package struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A primary result code.
    ///
    /// Source: <https://www.sqlite.org/rescode.html>.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        package static let error = Code(rawValue: SQLITE_ERROR)
        package static let full = Code(rawValue: SQLITE_FULL)
        package static let interrupt = Code(rawValue: SQLITE_INTERRUPT)
        package static let mismatch = Code(rawValue: SQLITE_MISMATCH)
        package static let misuse = Code(rawValue: SQLITE_MISUSE)
        package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
        package static let permission = Code(rawValue: SQLITE_PERM)
        package static let readOnly = Code(rawValue: SQLITE_READONLY)
    }

    package let code: Code
    /// SQLite's words, without the statement or its arguments.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// - Parameters:
    ///   - result: A primary or extended result code.
    ///   - connection: Where it happened; nil if no connection was made.
    init(_ result: Int32, _ connection: OpaquePointer?) {
        code = Code(rawValue: result & 0xff)
        let words = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)
        message = words.map { String(cString: $0) } ?? "SQLite error \(result)"
    }

    package var description: String { message }
}
