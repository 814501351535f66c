import SQLite

/// Detects rows that changed on disk: a hash of the table's name and the row's values. Detects every change of a single byte.
struct RowChecksum {
    private var hash = FNVHash()

    /// The SQL function: `row_checksum('receipts', id, lane, ...)`.
    static let function = SQLiteFunction("row_checksum") { arguments in
        var checksum = RowChecksum()
        arguments.forEach { checksum.add($0) }
        return checksum.value
    }

    /// The checksum so far.
    var value: Int64 { Int64(bitPattern: hash.value) }

    /// Adds a value and its type.
    mutating func add(_ value: SQLiteArguments.Argument) {
        switch value {
        case .null: hash.add(0)
        case .integer(let number):
            hash.add(1)
            addNumber(UInt64(bitPattern: number))
        case .real(let number):
            hash.add(2)
            addNumber(number.bitPattern)
        case .text(let bytes):
            hash.add(3)
            add(bytes)
        case .blob(let bytes):
            hash.add(4)
            add(bytes)
        }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        addNumber(UInt64(bytes.count))
        for byte in bytes { hash.add(byte) }
    }

    private mutating func addNumber(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { hash.add(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
