/// A line of source and the line with the mark below it, cut to what fits on a terminal.
struct SourceExcerpt {
    /// How many columns are shown.
    static let width = 120
    /// How many columns of a long line are shown before the mark.
    private static let lead = 40

    let source: String
    let mark: String

    init(_ line: ArraySlice<Unicode.Scalar>, column: Int, length: Int) {
        let line = line.last == "\r" ? line.dropLast() : line
        let column = min(column, line.count)
        let first = line.count > Self.width ? max(0, min(column - Self.lead, line.count - Self.width)) : 0
        let shown = line.dropFirst(first).prefix(Self.width)
        let before = TerminalText(shown.prefix(column - first), keepsTabs: true)
        let marked = TerminalText(shown.dropFirst(column - first).prefix(length), keepsTabs: false)
        let isCutBefore = first > 0
        let isCutAfter = shown.endIndex < line.endIndex
        source =
            (isCutBefore ? "…" : "") + TerminalText(shown, keepsTabs: true).text + (isCutAfter ? "…" : "")
        let tildes = String(repeating: "~", count: max(marked.width - 1, 0))
        mark = (isCutBefore ? " " : "") + before.blank + "^" + tildes
    }
}
