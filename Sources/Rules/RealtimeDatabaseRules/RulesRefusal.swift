/// Why a text is no rules.
package struct RulesRefusal: Error, Sendable, CustomStringConvertible {
    /// What is wrong, in the order of the file.
    package let problems: [RulesProblem]
    /// The text.
    package let source: RulesText

    init(_ problems: [RulesProblem], in source: RulesText) {
        self.problems = problems.sorted { $0.range.start < $1.range.start }
        self.source = source
    }

    /// For people at a terminal: each problem with the line that it is about.
    package var description: String { problems.text(in: source) }

    /// As the server's answer has it: `5:1: Parse error.` and a line break for each.
    package var wireText: String { problems.wireText }
}
