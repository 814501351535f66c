import Cryptography

extension BuiltInFunction {
    /// Functions of the package `hashing`.
    static let hashing: [BuiltInFunction] = [
        hash("md5", "The MD5 digest of bytes, or of the UTF-8 bytes of a text.") { Digest.md5($0) },
        hash("sha256", "The SHA-256 digest of bytes, or of the UTF-8 bytes of a text.") { Digest.sha256($0) },
        hash("crc32", "The CRC-32 checksum of bytes, or of the UTF-8 bytes of a text; lowest byte first.") {
            CyclicRedundancyCheck.crc32.checksum(of: $0)
        },
        hash("crc32c", "The CRC-32C checksum of bytes, or of the UTF-8 bytes of a text; lowest byte first.") {
            CyclicRedundancyCheck.crc32c.checksum(of: $0)
        },
    ]

    private static func hash(
        _ name: String, _ documentation: String, _ digest: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) -> BuiltInFunction {
        BuiltInFunction("hashing." + name, documentation, [[.bytes], [.string]], gives: [.bytes]) {
            arguments throws(EvaluationFailure) in
            switch arguments.only {
            case .bytes(let content): digest(content).map { .bytes($0) }
            case .string(let text): digest(Array(text.utf8)).map { .bytes($0) }
            default: nil
            }
        }
    }
}

/// A reflected CRC of 32 bits, lowest byte first.
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
