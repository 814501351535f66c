import PrintableText
package import RulesCore

/// One rule: its kind, its place and its condition.
package struct RuleStatement: Sendable {
    /// A variable of the path, and which of the path's keys it stands for.
    package struct Capture: Hashable, Sendable {
        package let name: String
        package let level: Int
    }

    package let kind: RuleKind
    /// Its number among the rules of the file.
    package let id: Int
    /// The keys and variables that lead to it, such as `messages` and `$message`.
    package let path: [String]
    package let condition: RuleExpression
    /// The condition as written. Ranges of expressions count its characters.
    package let text: SourceString
    /// How many expressions there are.
    package let expressionCount: Int

    /// The variables that the condition can use.
    package var captures: [Capture] {
        path.enumerated().filter { $1.hasPrefix("$") }.map { Capture(name: $1, level: $0) }
    }

    /// The path as text: `/messages/$message`.
    package var pathText: String { "/" + path.joined(separator: "/") }

    /// An expression of the condition as written, on one line.
    ///
    /// - Parameter limit: The maximum number of characters. The middle of a longer text is left out.
    package func text(of expression: RuleExpression, limit: Int = .max) -> String {
        let words = text.text(expression.range).split {
            $0 == "\n" || $0 == "\r\n" || $0 == "\r" || $0 == "\t" || $0 == " "
        }
        return words.joined(separator: " ").printable(limit: limit)
    }

    /// The range of an expression of the condition in the file.
    package func range(of expression: RuleExpression, in lines: SourceLines) -> SourceRange {
        lines.range(text.offsets(expression.range))
    }
}
