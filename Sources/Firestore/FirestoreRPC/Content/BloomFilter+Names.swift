import Cryptography
package import FirestoreModel

/// A filter of the names of documents, as Firestore's clients read it.
extension BloomFilter {
    /// Bits for each name, and the number of hashes: one in some 100,000 other names passes.
    private static let size = (bitsOfName: 24, hashes: 17)

    /// The maximum number of names in a filter.
    package static let maximumNames = 100_000

    /// Says nothing: a client that has too many documents asks for all of them again.
    package static let none = BloomFilter(bitmap: [], padding: 0, hashCount: 0)

    /// Creates a filter that holds names; nil if the system has no MD5, or there are none or too many.
    package init?(_ names: [DocumentName]) {
        guard !names.isEmpty, names.count <= BloomFilter.maximumNames else { return nil }
        self.init(
            names.map(\.description), bits: names.count * BloomFilter.size.bitsOfName,
            hashes: BloomFilter.size.hashes)
    }

    /// Creates a filter with a number of bits and hashes; nil if the system has no MD5.
    package init?(_ names: [String], bits: Int, hashes: Int) {
        self.init(
            bitmap: [UInt8](repeating: 0, count: (bits + 7) / 8),
            padding: Int32((8 - bits % 8) % 8), hashCount: Int32(hashes))
        for name in names {
            guard let positions = positions(of: name) else { return nil }
            for bit in positions { bitmap[bit / 8] |= 1 << (bit % 8) }
        }
    }

    /// Whether the filter may hold a name; nil if it says nothing.
    package func mayContain(_ name: String) -> Bool? {
        guard let positions = positions(of: name) else { return nil }
        return positions.allSatisfy { bitmap[$0 / 8] & (1 << ($0 % 8)) != 0 }
    }

    /// The bits of a name: of the two halves of its MD5, the first plus a multiple of the second.
    private func positions(of name: String) -> [Int]? {
        let bits = UInt64(bitmap.count * 8 - Int(padding))
        guard bits > 0, hashCount > 0, let digest = Digest.md5(Array(name.utf8)) else { return nil }
        let (first, second) = (UInt64(littleEndian: digest[..<8]), UInt64(littleEndian: digest[8...]))
        return (0..<UInt64(hashCount)).map { Int((first &+ $0 &* second) % bits) }
    }
}

extension UInt64 {
    fileprivate init(littleEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
