/// A place in a rules file, counted in Unicode code points.
package struct RulesPosition: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1; a tab is one column.
    package let column: Int
    /// Code points before this place.
    package let offset: Int

    package static func < (left: RulesPosition, right: RulesPosition) -> Bool { left.offset < right.offset }
}

/// A stretch of a rules file.
package struct RulesRange: Hashable, Sendable {
    /// Where it begins.
    package let start: RulesPosition
    /// The offset behind its last character.
    package let endOffset: Int

    /// The offsets of its characters.
    package var offsets: Range<Int> { start.offset..<endOffset }
}
