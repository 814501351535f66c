package import FirestoreModel

/// Texts as the language sees them: runs of UTF-16 units.
extension String {
    /// Compares by UTF-16 units, without turning into them.
    ///
    /// UTF-8 bytes order texts by code points. The order of units differs only between a code point beyond U+FFFF, whose
    /// first unit is a surrogate, and one from U+E000 to U+FFFF.
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
        for (mine, theirs) in zip(left, right) where mine != theirs {
            let differsInUnits = mine >= 0xEE && theirs >= 0xEE && (mine >= 0xF0) != (theirs >= 0xF0)
            return (mine < theirs) != differsInUnits ? .less : .greater
        }
        return ComparisonOrder(left.count, right.count)
    }

    /// The text of some of the units. A half of a surrogate pair becomes U+FFFD: Swift's strings cannot hold it.
    package func utf16Slice(_ range: Range<Int>) -> String {
        let units = utf16
        if units.count == utf8.count {
            let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
            return String(self[start..<utf8.index(start, offsetBy: range.count)])
        }
        let start = units.index(units.startIndex, offsetBy: range.lowerBound)
        return String(decoding: units[start..<units.index(start, offsetBy: range.count)], as: UTF16.self)
    }
}
