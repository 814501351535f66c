/// A value in a column, or an argument of a statement.
package enum SQLiteValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// What can be passed to a statement.
package protocol SQLiteArgument {
    var sqliteValue: SQLiteValue { get }
}

extension SQLiteValue: SQLiteArgument {
    package var sqliteValue: SQLiteValue { self }
}

extension Int64: SQLiteArgument {
    package var sqliteValue: SQLiteValue { .integer(self) }
}

extension Int: SQLiteArgument {
    package var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension String: SQLiteArgument {
    package var sqliteValue: SQLiteValue { .text(self) }
}
