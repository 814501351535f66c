import PrintableText

extension StringProtocol {
    /// The lines of a text as ``SourceLines`` counts them, without line breaks.
    package var sourceLines: [SubSequence] {
        // To Swift, a carriage return with a line feed is one character.
        split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
}

/// The lines of a rules file, to find places in and to quote from.
///
/// A line ends at a line feed, and places are counted in Unicode code points, as Google's tools count both. A carriage return before a
/// line feed belongs to the end of the line. Any other is an ordinary character.
package struct SourceLines: Sendable {
    /// The maximum number of columns of a quoted line.
    private static let width = 120

    /// The code points of the text.
    package let scalars: [Unicode.Scalar]
    /// The offsets at which lines begin.
    private let starts: [Int]

    package init(_ text: String) {
        self.init(Array(text.unicodeScalars))
    }

    package init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        starts = [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { $0 + 1 }
    }

    /// The line and column of a character, both from 1. Offsets beyond the text stand for its end.
    package func place(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(offset, 0), scalars.count)
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - starts[low] + 1)
    }

    /// The range of some characters. Offsets beyond the end of the text stand for its end.
    package func range(_ offsets: Range<Int>) -> SourceRange {
        let (line, column) = place(of: offsets.lowerBound)
        return SourceRange(
            start: SourcePosition(line: line, column: column, offset: offsets.lowerBound),
            endOffset: offsets.upperBound - 1)
    }

    /// The offsets of a line, from 1, without its line break.
    private func line(_ number: Int) -> Range<Int> {
        let start = starts[number - 1]
        guard number < starts.count else { return start..<scalars.count }
        let end = starts[number] - 1
        return start..<(end > start && scalars[end - 1] == "\r" ? end - 1 : end)
    }

    /// Some of the characters. Offsets beyond the text are ignored.
    package func text(_ offsets: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[offsets.clamped(to: scalars.indices)])
        return String(text)
    }

    /// The line where a range begins, without its indentation, with a mark under the range.
    ///
    ///        3 | allow read: if ;
    ///          |             ^^ is empty
    ///
    /// Of a long line, quotes only the surroundings of the range.
    ///
    /// - Parameters:
    ///   - label: What follows the mark.
    ///   - indentation: How many steps to indent by.
    package func frame(_ range: Range<Int>, label: String = "", indentation: Int = 0) -> String {
        let number = place(of: range.lowerBound).line
        let line = line(number)
        // The range may begin at the line break, which is not shown.
        let place = min(range.lowerBound, line.upperBound)
        let (shown, isCutBefore) = surroundings(of: place, in: line)
        let before = (isCutBefore ? "…" : "") + text(shown.lowerBound..<place).printable
        let after = text(place..<shown.upperBound).printable + (shown.upperBound < line.upperBound ? "…" : "")
        let marked = text(place..<min(max(range.upperBound, place), shown.upperBound)).printable
        return SourceLines.margin(line: number, indentation, numbered: true) + "| \(before)\(after)\n"
            + SourceLines.margin(line: number, indentation) + "| "
            + String(repeating: " ", count: before.terminalColumns)
            + String(repeating: "^", count: max(1, marked.terminalColumns))
            + (label.isEmpty ? "\n" : " \(label)\n")
    }

    /// The margin before the bar: blanks, or the line number.
    package static func margin(line number: Int, _ indentation: Int, numbered: Bool = false) -> String {
        let digits = String(number)
        let blanks = String(repeating: " ", count: indentation * 2 + max(4, digits.count) + 1)
        return numbered ? blanks.dropLast(digits.count + 1) + digits + " " : blanks
    }

    /// The part of a line around a place that fits the width, and whether more than indentation was cut before it.
    private func surroundings(of place: Int, in line: Range<Int>) -> (shown: Range<Int>, isCutBefore: Bool) {
        let code = scalars[line.lowerBound..<place].firstIndex { $0 != " " && $0 != "\t" } ?? place
        var start = code
        if line.upperBound - code > SourceLines.width, place - code > SourceLines.width / 3 {
            start = min(place - SourceLines.width / 3, line.upperBound - SourceLines.width)
        }
        return (start..<min(line.upperBound, start + SourceLines.width), start > code)
    }
}
