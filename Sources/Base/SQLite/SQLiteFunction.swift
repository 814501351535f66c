import CSQLite

/// A function in SQL, of any number of arguments, whose result depends on them alone.
package struct SQLiteFunction: Sendable {
    let name: String
    let compute: @Sendable (SQLiteArguments) -> Int64

    package init(_ name: String, _ compute: @escaping @Sendable (SQLiteArguments) -> Int64) {
        self.name = name
        self.compute = compute
    }
}

/// The arguments of a function, which are valid while it runs.
package struct SQLiteArguments {
    /// An argument, without a copy of its bytes.
    package enum Argument {
        case null
        case integer(Int64)
        case real(Double)
        case text(UnsafeRawBufferPointer)
        case blob(UnsafeRawBufferPointer)
    }

    private let values: UnsafeBufferPointer<OpaquePointer?>

    fileprivate init(_ values: UnsafeMutablePointer<OpaquePointer?>?, count: Int32) {
        self.values = UnsafeBufferPointer(start: values, count: Int(count))
    }

    package func forEach(_ body: (Argument) -> Void) {
        for value in values {
            switch sqlite3_value_type(value) {
            case SQLITE_INTEGER: body(.integer(sqlite3_value_int64(value)))
            case SQLITE_FLOAT: body(.real(sqlite3_value_double(value)))
            case SQLITE_TEXT: body(.text(SQLiteArguments.bytes(value)))
            case SQLITE_BLOB: body(.blob(SQLiteArguments.bytes(value)))
            default: body(.null)
            }
        }
    }

    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}

extension SQLiteFunction {
    /// What SQLite holds of the function.
    private final class Context {
        let function: SQLiteFunction
        init(_ function: SQLiteFunction) { self.function = function }
    }

    func add(to connection: OpaquePointer) throws(SQLiteError) {
        let context = Unmanaged.passRetained(Context(self)).toOpaque()
        let result = sqlite3_create_function_v2(
            connection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, context,
            { call, count, values in
                guard let context = sqlite3_user_data(call) else { return }
                let function = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().function
                sqlite3_result_int64(call, function.compute(SQLiteArguments(values, count: count)))
            }, nil, nil,
            // SQLite calls this if it fails, too.
            { context in context.map { Unmanaged<Context>.fromOpaque($0).release() } })
        if result != SQLITE_OK { throw SQLiteError(result, connection) }
    }
}
