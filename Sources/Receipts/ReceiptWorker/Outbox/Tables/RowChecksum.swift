import GRDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Detects rows that changed on disk: a hash of the table's name and the row's values. Detects every change of a single byte.
struct RowChecksum {
    private var hash = FNVHash()

    /// The SQL function: `row_checksum('receipts', id, lane, ...)`.
    static let function = DatabaseFunction("row_checksum", pure: true) { values in
        var checksum = RowChecksum()
        for value in values { checksum.add(value) }
        return checksum.value
    }

    /// The checksum so far.
    var value: Int64 { Int64(bitPattern: hash.value) }

    /// Adds a value and its type.
    mutating func add(_ value: DatabaseValue) {
        switch value.storage {
        case .null: hash.add(0)
        case .int64(let number):
            hash.add(1)
            addNumber(UInt64(bitPattern: number))
        case .double(let number):
            hash.add(2)
            addNumber(number.bitPattern)
        case .string(let text):
            hash.add(3)
            addNumber(UInt64(text.utf8.count))
            for byte in text.utf8 { hash.add(byte) }
        case .blob(let data):
            hash.add(4)
            addNumber(UInt64(data.count))
            for byte in data { hash.add(byte) }
        }
    }

    private mutating func addNumber(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { hash.add(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
