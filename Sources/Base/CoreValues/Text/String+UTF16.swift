/// Comparing text as JavaScript and Java do: by its UTF-16 code units.
extension String {
    /// Compares by UTF-16 units, without converting.
    ///
    /// UTF-8 bytes sort texts by code points. The order of units differs only between a code point beyond U+FFFF, whose
    /// first unit is a surrogate, and one from U+E000 to U+FFFF.
    package func compareUTF16(to other: String) -> ComparisonOrder {
        let fast = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                String.compareUTF16(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
            }
        }
        if let order = fast ?? nil { return order }
        return Array(utf8).withUnsafeBytes { left in
            Array(other.utf8).withUnsafeBytes { right in String.compareUTF16(left, right) }
        }
    }

    @inline(__always)
    private static func compareUTF16(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> ComparisonOrder {
        let place = left.countOfCommonPrefix(with: right)
        guard place < left.count, place < right.count else { return ComparisonOrder(left.count, right.count) }
        let (mine, theirs) = (left[place], right[place])
        let differsInUnits = mine >= 0xEE && theirs >= 0xEE && (mine >= 0xF0) != (theirs >= 0xF0)
        return (mine < theirs) != differsInUnits ? .less : .greater
    }
}

extension UnsafeRawBufferPointer {
    /// The length of the common prefix in bytes, compared several bytes at a time.
    @inline(__always)
    fileprivate func countOfCommonPrefix(with other: UnsafeRawBufferPointer) -> Int {
        let shorter = Swift.min(count, other.count)
        var offset = 0
        while offset + 8 <= shorter {
            let difference =
                loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if difference != 0 {
                return offset + UInt64(littleEndian: difference).trailingZeroBitCount / 8
            }
            offset += 8
        }
        while offset < shorter, self[offset] == other[offset] { offset += 1 }
        return offset
    }
}
