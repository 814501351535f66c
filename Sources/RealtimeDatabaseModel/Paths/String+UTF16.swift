package import FirestoreModel

extension String {
    /// Compares the UTF-16 code units of two strings, in which Java and JavaScript order texts.
    ///
    /// That is the order of the UTF-8 bytes, except that what takes four bytes comes before U+E000 to U+FFFF.
    package func compareUTF16(to other: String) -> ComparisonOrder {
        let fast = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in String.compareUTF16(left, right) }
        }
        if let order = fast ?? nil { return order }
        return String.compareUTF16(Array(utf8), Array(other.utf8))
    }

    private static func compareUTF16(
        _ left: some RandomAccessCollection<UInt8>, _ right: some RandomAccessCollection<UInt8>
    ) -> ComparisonOrder {
        for (a, b) in zip(left, right) where a != b { return rank(a) < rank(b) ? .less : .greater }
        return ComparisonOrder(left.count, right.count)
    }

    private static func rank(_ byte: UInt8) -> Int {
        byte == 0xEE || byte == 0xEF ? Int(byte) + 0x100 : Int(byte)
    }
}
