package import JSONText

/// A place in a rules file, counted in Unicode code points, as Google's tools count.
public struct SourcePosition: Hashable, Comparable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1. A tab is one column, and so is an emoji.
    public var column: Int
    /// Code points before this place, from 0. A carriage return counts.
    public var offset: Int

    /// Creates a position.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// The first character of a file.
    public static let start = SourcePosition(line: 1, column: 1, offset: 0)

    /// Orders by place.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool { left.offset < right.offset }
}

/// A range of a rules file.
public struct SourceRange: Hashable, Sendable {
    /// Where it begins.
    public var start: SourcePosition
    /// The offset of its last character: inclusive, as on the wire.
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

extension JSONWriter {
    /// Writes a range in the form of coverage reports and explanations, with the file's name if given.
    package mutating func position(_ range: SourceRange, file: String? = nil) {
        object { writer in
            if let file { writer.member("fileName") { $0.string(file) } }
            writer.member("line") { $0.integer(range.start.line) }
            writer.member("column") { $0.integer(range.start.column) }
            // Google's emulator omits zeros.
            if range.start.offset != 0 { writer.member("currentOffset") { $0.integer(range.start.offset) } }
            if range.endOffset != 0 { writer.member("endOffset") { $0.integer(range.endOffset) } }
        }
    }
}
