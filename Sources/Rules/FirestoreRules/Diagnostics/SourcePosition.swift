/// A place in a rules file, counted in Unicode code points as Google's tools count.
public struct SourcePosition: Hashable, Comparable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1; a tab is one column, an emoji too.
    public var column: Int
    /// Code points before this place, from 0; a carriage return counts.
    public var offset: Int

    /// Creates a position.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// The place of the first character.
    public static let start = SourcePosition(line: 1, column: 1, offset: 0)

    /// Orders by place.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool { left.offset < right.offset }
}
