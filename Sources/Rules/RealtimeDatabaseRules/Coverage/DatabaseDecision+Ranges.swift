package import RulesCore

extension DatabaseDecision {
    /// The ranges of the expressions that were evaluated for the decision, which must have been traced. A rule that was asked counts as a
    /// whole, even if it is only a constant.
    package func evaluatedRanges(in ruleset: DatabaseRuleset) -> Set<SourceRange> {
        var ranges: Set<SourceRange> = []
        for step in steps where ruleset.statements.indices.contains(step.rule) {
            let statement = ruleset.statements[step.rule]
            ranges.insert(statement.range(of: statement.condition, in: ruleset.lines))
            var rest = statement.condition.operands
            while let expression = rest.popLast() {
                rest += expression.operands
                if step.trace.indices.contains(expression.id), step.trace[expression.id] != nil {
                    ranges.insert(statement.range(of: expression, in: ruleset.lines))
                }
            }
        }
        return ranges
    }
}
