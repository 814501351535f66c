/// Comparing text as Firestore does: by its UTF-8 bytes.
///
/// Swift's own `==` and `<` follow Unicode canonical equivalence, under which a composed and a decomposed "é"
/// are one string. Firestore keeps them apart, as two field names, two document ids, two values.
extension String {
    /// True when both strings hold the same UTF-8 bytes.
    package func hasSameUTF8(as other: String) -> Bool {
        let (mine, theirs) = (utf8, other.utf8)
        guard mine.count == theirs.count else { return false }
        let fast = mine.withContiguousStorageIfAvailable { left in
            theirs.withContiguousStorageIfAvailable { right in
                UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
            }
        }
        if let equal = fast ?? nil { return equal }
        return mine.elementsEqual(theirs)
    }

    /// Compares the UTF-8 bytes of two strings, which is also the order of their Unicode scalars.
    package func compareUTF8(to other: String) -> ComparisonOrder {
        let fast = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in ComparisonOrder(bytes: left, right) }
        }
        if let order = fast ?? nil { return order }
        return ComparisonOrder(bytes: Array(utf8), Array(other.utf8))
    }

    /// Feeds the UTF-8 bytes and a terminator to a hasher.
    func hashUTF8(into hasher: inout Hasher) {
        let done: Void? = utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if done == nil {
            for byte in utf8 { hasher.combine(byte) }
        }
        hasher.combine(0xFF as UInt8)
    }
}

extension UnsafeRawBufferPointer {
    /// Compares eight bytes at a time: most texts of documents and rules are that short.
    package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        while offset + 8 <= count {
            guard
                loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
            offset += 8
        }
        while offset < count {
            guard self[offset] == other[offset] else { return false }
            offset += 1
        }
        return true
    }
}
