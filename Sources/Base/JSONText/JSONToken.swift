/// What stands in a JSON text from one place on. The tokens of a text lie one after the other, in its order: those of an
/// array or an object are followed by those of its elements, or of its names and values in turns.
@usableFromInline
struct JSONToken {
    @usableFromInline
    enum Kind: UInt8 {
        case null, `true`, `false`, number, array, object
        /// A string that needs nothing but copying: it is ASCII without a backslash.
        case plainString
        /// A string in UTF-8 without a backslash.
        case string
        case escapedString
    }

    @usableFromInline let kind: Kind
    /// How many tokens the value has, with this one.
    @usableFromInline var span: UInt32
    /// Where the text of a number or a string begins, behind the quote.
    @usableFromInline let offset: UInt32
    /// How many bytes a number or a string has; how many elements or members the others have.
    @usableFromInline var count: UInt32

    @inlinable
    init(_ kind: Kind, offset: Int = 0, count: Int = 0) {
        self.kind = kind
        self.span = 1
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.count = UInt32(truncatingIfNeeded: count)
    }
}
