/// A short name for texts that stays the same from run to run.
enum StableHash {
    /// Eight hexadecimal digits.
    static func text(_ parts: [String]) -> String {
        // FNV-1a, 64 bits. Source: draft-eastlake-fnv.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        }
        let digits = String(hash >> 32 ^ hash & 0xFFFF_FFFF, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
