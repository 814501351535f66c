import FirestoreRules
import JSONText
import RulesCore

/// A suite to begin with: for each allow statement requests that it allows, and requests that it denies, as the rules decide them now.
package struct FirstSuite: Sendable {
    /// The requests of one method of a statement.
    struct Section: Sendable {
        let statement: PlannedStatement
        let method: RulesMethod
        let examples: [StatementExample]
    }

    /// A statement and a method without a request that is decided in one of the ways.
    package struct Gap: Sendable {
        /// The line of the statement.
        package let line: Int
        package let method: String
        /// Whether an allowed request is missing, or else a denied one.
        package let isAllowed: Bool
    }

    let rules: AnalysedRules
    let sections: [Section]

    /// Searches for the requests. The same rules and seed give the same suite.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - seed: Where random numbers begin.
    ///   - progress: Called with the number of statements before each one.
    /// - Throws: ``CancellationError`` when the task is cancelled.
    package init(
        _ rules: AnalysedRules, seed: UInt64, progress: (Int) -> Void = { _ in }
    ) throws(CancellationError) {
        self.rules = rules
        var sections: [Section] = []
        for (number, statement) in rules.statements.enumerated() {
            progress(number)
            for method in statement.methods.all {
                if Task.isCancelled { throw CancellationError() }
                let examples = StatementExample.Kind.all(for: statement).compactMap {
                    StatementExample($0, of: number, method, in: rules, seed: seed)
                }
                sections.append(
                    Section(
                        statement: statement, method: method, examples: FirstSuite.distinct(examples)))
            }
        }
        self.sections = sections
    }

    /// Nobody reads a longer case.
    private static let longestCase = 2000

    /// Without repeated and very long requests, and without those at another time, because a suite has one time.
    private static func distinct(_ examples: [StatementExample]) -> [StatementExample] {
        var cases: Set<String> = []
        return examples.filter { $0.scenario.request.time == RulesVocabulary.now }.filter { example in
            let content = example.scenario.suiteCase("", isAllowed: example.kind.isAllowed)
                .compactText
            return content.utf8.count <= longestCase && cases.insert(content).inserted
        }
    }

    /// How many allow statements the rules have.
    package var statements: Int { rules.statements.count }

    /// How many cases the suite has.
    package var cases: Int { sections.reduce(0) { $0 + $1.examples.count } }

    /// What is missing, without what a constant condition makes impossible.
    package var gaps: [Gap] {
        sections.flatMap { section in
            [true, false].filter { isAllowed in
                !section.examples.contains { $0.kind.isAllowed == isAllowed }
                    && section.statement.constant != !isAllowed
            }.map { isAllowed in
                Gap(line: section.line, method: section.method.rawValue, isAllowed: isAllowed)
            }
        }
    }
}

extension FirstSuite.Section {
    /// The line of the statement.
    var line: Int { statement.syntax.range.start.line }
}

extension PlannedStatement {
    /// The value of a condition that is `true`, `false` or left out; nil for any other.
    fileprivate var constant: Bool? {
        guard let condition = syntax.condition else { return true }
        if case .literal(.bool(let truth)) = condition.kind { return truth }
        return nil
    }
}
