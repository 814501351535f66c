package import FirestoreRules
package import RulesCore

/// Rules in the forms that a search needs: planned for speed, and planned to be looked into.
package struct AnalysedRules: Sendable {
    package let source: SourceFile
    let syntax: RulesetSyntax
    /// For decisions.
    package let plan: RulesPlan
    /// For decisions that record the value of each expression.
    let traced: RulesPlan
    package let statements: [PlannedStatement]
    /// The number of each block's first statement.
    private let firsts: [Int]

    /// - Throws: ``RulesRefusal`` with the errors of rules that cannot be used.
    package init(_ rules: Ruleset) throws(RulesRefusal) {
        guard rules.isUsable, let syntax = rules.syntax else {
            throw RulesRefusal(rules.diagnostics.filter { $0.severity == .error }, in: rules.source)
        }
        self.init(syntax, rules.source)
    }

    /// Plans rules that have been checked.
    init(_ syntax: RulesetSyntax, _ source: SourceFile) {
        self.source = source
        self.syntax = syntax
        plan = Planner.plan(syntax)
        traced = Planner.plan(syntax, tracing: .on)
        statements = plan.statements
        var firsts: [Int] = []
        for (number, statement) in statements.enumerated() where statement.index == 0 {
            firsts.append(number)
        }
        self.firsts = firsts
    }

    /// The number of the statement that a step of a decision tried.
    func statement(of step: RulesDecision.Step) -> Int { firsts[step.block] + step.allow }
}
