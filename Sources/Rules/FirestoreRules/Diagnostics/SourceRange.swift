/// A stretch of a rules file.
public struct SourceRange: Hashable, Sendable {
    /// Where it begins.
    public var start: SourcePosition
    /// The offset of its last character: inclusive, as in the wire form.
    public var endOffset: Int

    /// Creates a range from its first to its last character.
    public init(start: SourcePosition, endOffset: Int) {
        self.start = start
        self.endOffset = endOffset
    }

    /// The offsets of its characters.
    package var offsets: Range<Int> { start.offset..<max(start.offset, endOffset + 1) }

    /// From the start of this range to the end of another.
    package func extended(to other: SourceRange) -> SourceRange {
        SourceRange(start: start, endOffset: max(endOffset, other.endOffset))
    }
}
