package import FirestoreModel

extension String {
    /// Compares the UTF-16 code units of two strings, in which Java and JavaScript order texts.
    ///
    /// That is the order of the UTF-8 bytes, except that what takes four bytes comes before U+E000 to U+FFFF.
    package func compareUTF16(to other: String) -> ComparisonOrder {
        var (mine, theirs) = (utf8.makeIterator(), other.utf8.makeIterator())
        while true {
            switch (mine.next(), theirs.next()) {
            case (nil, nil): return .equal
            case (nil, _?): return .less
            case (_?, nil): return .greater
            case (let a?, let b?) where a == b: continue
            case (let a?, let b?):
                let (left, right) = (String.rank(a), String.rank(b))
                return left < right ? .less : .greater
            }
        }
    }

    private static func rank(_ byte: UInt8) -> Int {
        byte == 0xEE || byte == 0xEF ? Int(byte) + 0x100 : Int(byte)
    }
}
