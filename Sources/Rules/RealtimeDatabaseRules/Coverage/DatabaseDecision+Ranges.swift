extension DatabaseDecision {
    /// Where those expressions stand that were evaluated for the decision, which must have been traced. A rule that was asked counts as a
    /// whole, also when it is nothing but a constant.
    package func evaluatedRanges(in ruleset: DatabaseRuleset) -> Set<RulesRange> {
        var ranges: Set<RulesRange> = []
        for step in steps where ruleset.statements.indices.contains(step.rule) {
            let statement = ruleset.statements[step.rule]
            ranges.insert(statement.range(of: statement.condition, in: ruleset.source))
            var rest = statement.condition.operands
            while let expression = rest.popLast() {
                rest += expression.operands
                if step.trace.indices.contains(expression.id), step.trace[expression.id] != nil {
                    ranges.insert(statement.range(of: expression, in: ruleset.source))
                }
            }
        }
        return ranges
    }
}
