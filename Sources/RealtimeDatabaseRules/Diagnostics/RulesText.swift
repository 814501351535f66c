import PrintableText
import RealtimeDatabaseModel

/// The text of a rules file, to find places in and to quote from.
package struct RulesText: Sendable {
    /// The most columns of a line that are quoted.
    private static let width = 120

    /// The name that messages print, such as `database.rules.json`.
    package let name: String
    let scalars: [Unicode.Scalar]
    /// The offsets at which lines begin.
    private let lineStarts: [Int]

    package init(name: String = "database.rules.json", _ content: String) {
        self.name = name.printable(limit: 200)
        let scalars = Array(content.unicodeScalars)
        lineStarts = [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { $0 + 1 }
        self.scalars = scalars
    }

    /// The text as a whole.
    package var content: String { text(scalars.indices) }

    /// The place of a character, or the end of the file.
    func position(at offset: Int) -> RulesPosition {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return RulesPosition(line: low + 1, column: offset - lineStarts[low] + 1, offset: offset)
    }

    func range(_ offsets: Range<Int>) -> RulesRange {
        RulesRange(start: position(at: offsets.lowerBound), endOffset: offsets.upperBound)
    }

    /// The characters of a stretch.
    package func text(_ offsets: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[offsets.clamped(to: scalars.indices)])
        return String(text)
    }

    /// The file with something else in the place of an expression, or of a part of one, such as mutations of rules are made of.
    ///
    /// - Parameter expression: The expression as conditions are written; what JSON has escapes for is escaped.
    package func replacing(_ offsets: Range<Int>, with expression: String) -> String {
        let escaped = DataNode.string(expression).json.dropFirst().dropLast()
        return text(0..<offsets.lowerBound) + escaped + text(offsets.upperBound..<scalars.count)
    }

    /// The line where a stretch begins, and below it a mark under the stretch.
    ///
    /// Of a long line only the surroundings of the stretch are quoted.
    ///
    /// - Parameters:
    ///   - label: What stands behind the mark.
    ///   - indentation: How many steps the text is moved to the right.
    func frame(_ range: RulesRange, label: String, indentation: Int) -> String {
        let number = String(range.start.line)
        let margin = RulesText.margin(of: range, indentation)
        let (line, column) = line(at: range.start)
        let marked = min(endInLine(of: range) - range.start.offset, line.unicodeScalars.count - column)
        return "\(margin.dropLast(number.count + 1))\(number) | \(line)\n\(margin)| "
            + String(repeating: " ", count: column) + String(repeating: "^", count: max(1, marked))
            + (label.isEmpty ? "\n" : " \(label)\n")
    }

    /// The blanks before the bar.
    static func margin(of range: RulesRange, _ indentation: Int) -> String {
        String(repeating: " ", count: indentation * 2 + max(4, String(range.start.line).count) + 1)
    }

    /// The line around a place without its indentation, and the column of the place in it, from 0.
    private func line(at position: RulesPosition) -> (text: String, column: Int) {
        var start = lineStarts[position.line - 1]
        let lineEnd = endOfLine(from: start)
        while start < position.offset, scalars[start] == " " || scalars[start] == "\t" { start += 1 }
        var end = lineEnd
        var mark = ""
        if end - start > RulesText.width, position.offset - start > RulesText.width / 3 {
            start = min(position.offset - RulesText.width / 3, end - RulesText.width)
            mark = "…"
        }
        if end - start > RulesText.width { end = max(start + RulesText.width, position.offset) }
        let before = mark + text(start..<position.offset).onOneLine
        let after = text(position.offset..<max(end, position.offset)).onOneLine
        return (before + after + (end < lineEnd ? "…" : ""), before.unicodeScalars.count)
    }

    private func endInLine(of range: RulesRange) -> Int {
        min(range.endOffset, endOfLine(from: range.start.offset))
    }

    private func endOfLine(from offset: Int) -> Int {
        var end = offset
        while end < scalars.count, scalars[end] != "\n", scalars[end] != "\r" { end += 1 }
        return end
    }
}
