import PrintableText
import RealtimeDatabaseModel

/// The text of a rules file, to find places in and to quote from.
package struct RulesText: Sendable {
    /// The name that messages print, such as `database.rules.json`.
    package let name: String
    private let lines: SourceLines

    package init(name: String = "database.rules.json", _ content: String) {
        self.name = name.printable(limit: 200)
        lines = SourceLines(content)
    }

    /// The text as a whole.
    package var content: String { text(scalars.indices) }

    var scalars: [Unicode.Scalar] { lines.scalars }

    /// The place of a character, or the end of the file.
    func position(at offset: Int) -> RulesPosition {
        let (line, column) = lines.place(of: offset)
        return RulesPosition(line: line, column: column, offset: offset)
    }

    func range(_ offsets: Range<Int>) -> RulesRange {
        RulesRange(start: position(at: offsets.lowerBound), endOffset: offsets.upperBound)
    }

    /// The characters of a stretch.
    package func text(_ offsets: Range<Int>) -> String { lines.text(offsets) }

    /// The file with something else in the place of an expression, or of a part of one, such as mutations of rules are made of.
    ///
    /// - Parameter expression: The expression as conditions are written; what JSON has escapes for is escaped.
    package func replacing(_ offsets: Range<Int>, with expression: String) -> String {
        let escaped = DataNode.string(expression).json.dropFirst().dropLast()
        return text(0..<offsets.lowerBound) + escaped + text(offsets.upperBound..<scalars.count)
    }

    /// The line in which a stretch begins, and below it a mark under the stretch.
    func frame(_ range: RulesRange, label: String, indentation: Int) -> String {
        lines.frame(range.offsets, label: label, indentation: indentation)
    }
}
