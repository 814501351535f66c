/// The checksum of the records in an export: CRC-32C, by Castagnoli's polynomial.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4>.
struct CRC32C {
    private var state: UInt32 = 0xFFFF_FFFF

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
    }

    /// Adds bytes.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        CRC32C.table.withUnsafeBufferPointer { table in
            for byte in bytes { state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
        }
    }

    /// The checksum of the bytes so far.
    var value: UInt32 { ~state }

    /// The checksum as a record stores it, so that a checksum of bytes with checksums in them is as good as any.
    ///
    /// Source: <https://github.com/google/leveldb/blob/main/doc/log_format.md>.
    var masked: UInt32 { (value >> 15 | value << 17) &+ 0xA282_EAD8 }
}
