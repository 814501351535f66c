/// A value in a JSON text. The tokens of a text are in its order: the token of an
/// array or an object is followed by those of its elements, or of its alternating names and values.
@usableFromInline
struct JSONToken {
    @usableFromInline
    enum Kind: UInt8 {
        case null, `true`, `false`, number, array, object
        /// A string that only needs copying: ASCII without a backslash.
        case plainString
        /// A string in UTF-8 without a backslash.
        case string
        case escapedString
    }

    @usableFromInline let kind: Kind
    /// The number of tokens of the value, including this one.
    @usableFromInline var span: UInt32
    /// Where the text of a number or a string begins, after the quote.
    @usableFromInline let offset: UInt32
    /// The number of bytes of a number or a string; the number of elements or members of the others.
    @usableFromInline var count: UInt32

    @inlinable
    init(_ kind: Kind, offset: Int = 0, count: Int = 0) {
        self.kind = kind
        self.span = 1
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.count = UInt32(truncatingIfNeeded: count)
    }
}
