package import RulesCore

/// How often the conditions of rules were true, false, or failed.
package struct DatabaseCoverage: CoveredRules {
    package let source: SourceFile
    /// All conditions in the order of the file, each before those inside it.
    package private(set) var conditions: [CoveredCondition] = []
    /// The conditions of each rule: their places in ``conditions``, by the numbers of their expressions.
    private var places: [[(expression: Int, index: Int)]] = []

    package init(_ ruleset: DatabaseRuleset) {
        source = ruleset.source
        for statement in ruleset.statements {
            let start = conditions.count
            let found = statement.condition.conditions
            places.append(found.enumerated().map { ($1.id, start + $0) })
            conditions += found.map { condition in
                CoveredCondition(
                    range: statement.range(of: condition, in: ruleset.lines),
                    text: statement.text(of: condition))
            }
        }
    }

    /// Counts the outcomes of a decision of these rules, which must have been traced.
    package mutating func add(_ decision: DatabaseDecision) {
        for step in decision.steps where places.indices.contains(step.rule) && !step.trace.isEmpty {
            for (expression, index) in places[step.rule] {
                switch step.trace[expression] {
                case .value(.boolean(let truth)): conditions[index].count(truth)
                case .failure: conditions[index].count(nil)
                case .value, nil: continue
                }
            }
        }
    }

    /// These rules have no functions.
    package var functions: [CoveredFunction] { [] }

    package var html: String? { CoveredSource(source, conditions).html }
}
