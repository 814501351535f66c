import FirestoreRules
import PrintableText
import RulesCore

extension FirstSuite {
    /// The suite as YAML. Each case is marked as to be reviewed.
    ///
    /// - Parameters:
    ///   - name: The suite's name.
    ///   - file: The rules file, relative to the suite's.
    package func text(name: String, rules file: String) -> String {
        """
        # Made by `receipts init` from the allow statements of the rules. Each case expects what the rules decide now, which may not be what
        # you mean. Read each one, correct `expect` where the rules are wrong, and remove "review: " from its name. Then correct the rules.

        """ + SuiteText.head(name, rules: file, now: RulesVocabulary.now)
            + sections.map { text(of: $0) }.joined()
    }

    private func text(of section: Section) -> String {
        if section.examples.isEmpty { return "" }
        let path = section.statement.pattern.onOneLine
        let title = "\n  # line \(section.line): \(section.method.rawValue) \(path)\n"
        return title + section.examples.map { text(of: $0, for: section.statement) }.joined()
    }

    private func text(of example: StatementExample, for statement: PlannedStatement) -> String {
        let verdict = example.kind.isAllowed ? "allowed" : "denied"
        let sentence = ScenarioSentence(example.scenario).text
        let suiteCase = example.scenario.suiteCase(
            "review: \(verdict): \(sentence)", isAllowed: example.kind.isAllowed)
        return reason(example.kind, statement) + SuiteText.lines(of: suiteCase)
    }

    /// Which part of the condition denies the request.
    private func reason(_ kind: StatementExample.Kind, _ statement: PlannedStatement) -> String {
        guard case .deniedBy(let operand, let count) = kind, count > 1,
            let operands = statement.syntax.condition?.operands
        else { return "" }
        let extents = SourceExtents(rules.source)
        let text = extents.text(extents.extent(of: operands[operand].range)).onOneLine
        return "  # only because of: \(text.printable(limit: 100))\n"
    }
}
