import AnalysisCore
import JSONText
import PrintableText
package import RealtimeDatabaseRules
import RulesCore

/// A suite to begin with: for each rule requests that it allows, and requests that it denies, as the rules decide them now.
package struct FirstDatabaseSuite: Sendable {
    private struct Section: Sendable {
        let statement: RuleStatement
        var examples: [RuleExample] = []
    }

    /// Nobody reads a longer case.
    private static let longestCase = 2000

    private let rules: DatabaseRuleset
    private let sections: [Section]

    /// - Parameter progress: Called with the number of rules before each one.
    /// - Throws: `CancellationError` when the task is cancelled.
    package init(
        _ rules: DatabaseRuleset, seed: UInt64, progress: (Int) -> Void = { _ in }
    ) throws(CancellationError) {
        self.rules = rules
        var sections: [Section] = []
        for (index, statement) in rules.statements.enumerated() {
            if Task.isCancelled { throw CancellationError() }
            progress(index)
            let examples = RuleExample.Kind.all(for: statement).compactMap {
                RuleExample($0, of: statement, in: rules, seed: seed)
            }
            sections.append(Section(statement: statement, examples: FirstDatabaseSuite.distinct(examples)))
        }
        self.sections = sections
    }

    /// Without repeated and very long requests.
    private static func distinct(_ examples: [RuleExample]) -> [RuleExample] {
        var cases: Set<String> = []
        return examples.filter { example in
            let content = example.scenario.suiteCase("", isAllowed: example.kind.isAllowed).compactText
            return content.utf8.count <= longestCase && cases.insert(content).inserted
        }
    }

    /// How many rules there are.
    package var statements: Int { rules.statements.count }

    /// How many cases the suite has.
    package var cases: Int { sections.reduce(0) { $0 + $1.examples.count } }

    /// What is missing, such as `no denied .write found for line 12`, without what a constant condition makes impossible.
    package var gaps: [String] {
        sections.flatMap { section -> [String] in
            let line = section.statement.line(in: rules)
            return [true, false].filter { isAllowed in
                !section.examples.contains { $0.kind.isAllowed == isAllowed }
                    && !section.statement.condition.isConstant
            }.map {
                "no \($0 ? "allowed" : "denied") \(section.statement.kind.rawValue) found for line \(line)"
            }
        }
    }
}

extension FirstDatabaseSuite {
    /// The suite as YAML. Each case is marked as to be reviewed.
    ///
    /// - Parameters:
    ///   - name: The suite's name.
    ///   - file: The rules file, relative to the suite's.
    package func text(name: String, rules file: String) -> String {
        """
        # Made by `receipts init` from the rules. Each case expects what the rules decide now, which may not be what you mean. Read each one,
        # correct `expect` where the rules are wrong, and remove "review: " from its name. Then correct the rules.

        """ + SuiteText.head(name, rules: file, now: SearchTime.now)
            + sections.map { text(of: $0) }.joined()
    }

    private func text(of section: Section) -> String {
        if section.examples.isEmpty { return "" }
        let statement = section.statement
        let title =
            "\n  # line \(statement.line(in: rules)): \(statement.kind.rawValue) \(statement.pathText.printable(limit: 200))\n"
        return title + section.examples.map { text(of: $0, for: statement) }.joined()
    }

    private func text(of example: RuleExample, for statement: RuleStatement) -> String {
        let verdict = example.kind.isAllowed ? "allowed" : "denied"
        let suiteCase = example.scenario.suiteCase(
            "review: \(verdict): \(example.scenario.sentence)", isAllowed: example.kind.isAllowed)
        return reason(example.kind, statement) + SuiteText.lines(of: suiteCase)
    }

    /// Which part of the condition denies the request.
    private func reason(_ kind: RuleExample.Kind, _ statement: RuleStatement) -> String {
        guard case .deniedBy(let operand) = kind, statement.operands.count > 1 else { return "" }
        return "  # only because of: \(statement.text(of: statement.operands[operand], limit: 100))\n"
    }
}
