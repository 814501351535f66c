import FirestoreRules
package import RealtimeDatabaseRules

/// How often each condition of rules of the Realtime Database was true and false.
package struct DatabaseConditionCoverage: CoveredRules {
    private let source: RulesText
    private var counts: DatabaseCoverage

    package init(_ rules: DatabaseRuleset) {
        source = rules.source
        counts = DatabaseCoverage(rules)
    }

    package var file: String { source.name }

    /// Adds the decisions of cases.
    package mutating func add(_ results: [DatabaseCaseResult]) {
        for decision in results.lazy.flatMap(\.decisions) { counts.add(decision.decision) }
    }

    package var conditions: [CoveredCondition] {
        counts.conditions.map { condition in
            CoveredCondition(
                range: SourceRange(condition.range), text: condition.text, trueCount: condition.trueCount,
                falseCount: condition.falseCount, errorCount: condition.errorCount)
        }
    }

    /// These rules have no functions.
    package var functions: [CoveredFunction] { [] }

    package var html: String? { counts.html(of: source) }
}

extension SourceRange {
    /// A stretch of a rules file of the Realtime Database.
    init(_ range: RulesRange) {
        self.init(
            start: SourcePosition(
                line: range.start.line, column: range.start.column, offset: range.start.offset),
            endOffset: range.endOffset - 1)
    }
}
