import RealtimeDatabaseModel
package import RealtimeDatabaseRules
package import RulesCore

/// Rules in the form that a search needs: each condition has a number.
package struct AnalysedDatabaseRules: Sendable {
    package let rules: DatabaseRuleset
    /// The number of the first expression of each rule. That behind its last one stands for the rule as a whole.
    private let bases: [Int]

    package init(_ rules: DatabaseRuleset) {
        self.rules = rules
        var (bases, next) = ([Int](), 0)
        for statement in rules.statements {
            bases.append(next)
            next += statement.expressionCount + 1
        }
        self.bases = bases
    }

    package var source: SourceFile { rules.source }
    package var statements: [RuleStatement] { rules.statements }

    func number(of expression: RuleExpression, in statement: RuleStatement) -> Int {
        bases[statement.id] + expression.id
    }

    /// Calls a closure with each outcome of a condition: twice its number, plus one for true.
    func forEachOutcome(of trace: RulesTrace, _ body: (Int) -> Void) {
        for attempt in trace.attempts {
            let base = bases[attempt.statement.id]
            for (id, outcome) in attempt.trace.enumerated() {
                if let truth = outcome?.truth { body(2 * (base + id) + (truth ? 1 : 0)) }
            }
            body(2 * (base + attempt.statement.expressionCount) + (attempt.holds ? 1 : 0))
        }
    }
}

extension RuleStatement {
    /// Its line in the file.
    func line(in rules: DatabaseRuleset) -> Int { range(of: condition, in: rules.lines).start.line }
}
