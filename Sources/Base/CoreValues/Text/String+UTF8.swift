/// Comparing text by its UTF-8 bytes, for values that are strings. Ids and names have types of their own: see ``ExactText``.
extension String {
    /// Whether both strings have the same UTF-8 bytes.
    @usableFromInline
    package func hasSameUTF8(as other: String) -> Bool {
        if isSameInMemory(as: other) { return true }
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

    /// Whether both are certainly the same text: a short string contains its bytes, a longer one points to them. This takes a tenth
    /// of the time of comparing the bytes.
    @inline(__always)
    private func isSameInMemory(as other: String) -> Bool {
        withUnsafeBytes(of: self) { mine in
            withUnsafeBytes(of: other) { mine.hasSameBytes(as: $0) }
        }
    }

    /// Compares the UTF-8 bytes of two strings, which is also the order of their Unicode scalars.
    package func compareUTF8(to other: String) -> ComparisonOrder {
        let fast = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in ComparisonOrder(bytes: left, right) }
        }
        if let order = fast ?? nil { return order }
        return ComparisonOrder(bytes: Array(utf8), Array(other.utf8))
    }

    /// Whether the bytes come before those of another string.
    @usableFromInline
    package func precedesInUTF8(_ other: String) -> Bool { compareUTF8(to: other) == .less }

    /// Feeds the UTF-8 bytes and a terminator to a hasher.
    @usableFromInline
    package func hashUTF8(into hasher: inout Hasher) {
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
    /// Compares several bytes at a time. Most texts of documents and rules are so short that a call to `memcmp` would cost more.
    package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        // The last word of each size may overlap the one before it.
        if count >= 8 {
            var offset = 0
            while offset + 8 < count {
                guard isSame(UInt64.self, as: other, at: offset) else { return false }
                offset += 8
            }
            return isSame(UInt64.self, as: other, at: count - 8)
        }
        if count >= 4 {
            return isSame(UInt32.self, as: other, at: 0) && isSame(UInt32.self, as: other, at: count - 4)
        }
        if count >= 2 {
            return isSame(UInt16.self, as: other, at: 0) && isSame(UInt16.self, as: other, at: count - 2)
        }
        return count == 0 || self[0] == other[0]
    }

    @inline(__always)
    private func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
        _ type: Word.Type, as other: UnsafeRawBufferPointer, at offset: Int
    ) -> Bool {
        loadUnaligned(fromByteOffset: offset, as: type)
            == other.loadUnaligned(fromByteOffset: offset, as: type)
    }
}
