/// Rules made ready to decide: match blocks with their whole templates, conditions with their names resolved.
package final class RulesPlan: Sendable {
    /// The blocks that hold allow statements, in source order.
    let blocks: [BlockPlan]
    /// The expressions that coverage reports: of each block its functions, what the blocks inside have, and its conditions.
    package let coverageRoots: [CoverageNode]
    /// How many expressions have a number.
    package let expressionCount: Int
    /// What stands behind the numbers, for explanations.
    let tracedExpressions: [TracedExpression]

    init(
        blocks: [BlockPlan], coverageRoots: [CoverageNode], expressionCount: Int,
        tracedExpressions: [TracedExpression]
    ) {
        self.blocks = blocks
        self.coverageRoots = coverageRoots
        self.expressionCount = expressionCount
        self.tracedExpressions = tracedExpressions
    }
}

/// A match block.
struct BlockPlan: Sendable {
    let template: PathTemplate
    /// The whole template as it is written, blocks around included.
    let pattern: String
    let allows: [AllowPlan]
}

/// An allow statement.
struct AllowPlan: Sendable {
    let methods: RulesMethodSet
    /// Nil for one that always allows.
    let condition: (any PlanNode)?
    /// Where the condition begins, or the statement where there is none.
    let position: SourcePosition
    /// The condition's number among the expressions; nil where it has none.
    let expression: Int?
    let syntax: AllowSyntax
}
