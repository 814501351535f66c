/// The 64-bit FNV-1a hash: short, and the same on every machine.
///
/// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>
struct FNVHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
