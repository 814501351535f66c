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
final class BlockPlan: Sendable {
    let template: PathTemplate
    /// The whole template as it is written, blocks around included.
    let pattern: String
    /// The segments of the whole template.
    let segments: [PathTemplateSyntax.Segment]
    let allows: [AllowPlan]
    /// The methods of all allow statements.
    let methods: RulesMethodSet

    init(
        template: PathTemplate, pattern: String, segments: [PathTemplateSyntax.Segment], allows: [AllowPlan]
    ) {
        self.template = template
        self.pattern = pattern
        self.segments = segments
        self.allows = allows
        methods = allows.reduce(into: []) { $0.formUnion($1.methods) }
    }
}

/// An allow statement.
final class AllowPlan: Sendable {
    let methods: RulesMethodSet
    /// Nil for one that always allows.
    let condition: (any PlanNode)?
    /// Where the condition begins, or the statement if it has none.
    let position: SourcePosition
    /// The condition's number among the expressions, if it has one.
    let expression: Int?
    let syntax: AllowSyntax

    init(
        methods: RulesMethodSet, condition: (any PlanNode)?, position: SourcePosition, expression: Int?,
        syntax: AllowSyntax
    ) {
        self.methods = methods
        self.condition = condition
        self.position = position
        self.expression = expression
        self.syntax = syntax
    }
}
