import Cryptography

extension BuiltInFunction {
    func hash(_ arguments: CallArguments) -> RuleValue? {
        guard arguments.count == 1 else { return nil }
        let bytes: [UInt8]
        switch arguments[0] {
        case .bytes(let content): bytes = content
        case .string(let text): bytes = Array(text.utf8)
        default: return nil
        }
        return switch self {
        case .md5: Digest.md5(bytes).map { .bytes($0) }
        case .sha256: .bytes(Digest.sha256(bytes))
        case .crc32: .bytes(CyclicRedundancyCheck.crc32.checksum(of: bytes))
        case .crc32c: .bytes(CyclicRedundancyCheck.crc32c.checksum(of: bytes))
        default: nil
        }
    }
}

/// A CRC of 32 bits, reflected, as one byte after the other with the lowest first.
struct CyclicRedundancyCheck: Sendable {
    private let table: [UInt32]

    /// The polynomial of Ethernet and zip.
    static let crc32 = CyclicRedundancyCheck(reflectedPolynomial: 0xEDB8_8320)
    /// Castagnoli's polynomial.
    static let crc32c = CyclicRedundancyCheck(reflectedPolynomial: 0x82F6_3B78)

    private init(reflectedPolynomial polynomial: UInt32) {
        table = (0..<256).map { index in
            (0..<8).reduce(index) { value, _ in value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
        }
    }

    func checksum(of bytes: [UInt8]) -> [UInt8] {
        let value = ~bytes.reduce(~0 as UInt32) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
        return (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
