import PrintableText

/// What is wrong with a rules file, and where.
package struct RulesProblem: Error, Hashable, Sendable {
    /// What is wrong: one sentence.
    package let message: String
    /// The characters that are concerned.
    package let range: RulesRange

    package init(_ message: String, at range: RulesRange) {
        self.message = message
        self.range = range
    }

    /// As the server's answer has it: `7:55: Unknown variable 'firebase'.`
    package var line: String { "\(range.start.line):\(range.start.column): \(message)" }
}

extension [RulesProblem] {
    /// How many problems are told; further ones are left out.
    private static var limit: Int { 100 }

    /// As the server's answer has them: each on a line of its own.
    package var wireText: String { prefix(Self.limit).map { $0.line + "\n" }.joined() }

    /// For people at a terminal: each with the line of the file that it is about, the place marked.
    ///
    ///     database.rules.json:5:22: error: Unknown variable 'user'.
    ///        5 | ".read": "user != null"
    ///          |           ^^^^
    package func text(in source: RulesText) -> String {
        var texts = prefix(Self.limit).map { problem in
            "\(source.name):\(problem.range.start.line):\(problem.range.start.column): error: "
                + problem.message.printable(limit: 400) + "\n"
                + source.frame(problem.range, label: "", indentation: 0)
        }
        if count > Self.limit { texts.append("… and \(count - Self.limit) more\n") }
        return texts.joined()
    }
}
