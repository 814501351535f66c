/// An allow statement of planned rules, for those who look at rules rather than ask them.
package struct PlannedStatement: Sendable {
    /// Its place: the block among those with statements, and the statement in its block.
    package let block: Int
    package let index: Int
    /// The whole template of the block as it is written, blocks around included.
    package let pattern: String
    /// The segments of that template, `databases` first.
    package let segments: [PathTemplateSyntax.Segment]
    package let methods: RulesMethodSet
    package let syntax: AllowSyntax
}

extension RulesPlan {
    /// All allow statements, in the order in which a decision tries them.
    package var statements: [PlannedStatement] {
        blocks.enumerated().flatMap { blockIndex, block in
            block.allows.enumerated().map { index, allow in
                PlannedStatement(
                    block: blockIndex, index: index, pattern: block.pattern, segments: block.segments,
                    methods: allow.methods, syntax: allow.syntax)
            }
        }
    }

    /// The expression with a number; nil for a function's `let`.
    package func expression(_ id: Int) -> Expression? {
        guard tracedExpressions.indices.contains(id),
            case .expression(let expression) = tracedExpressions[id].form
        else { return nil }
        return expression
    }

    /// What a statement can evaluate: its condition's expressions, without literals, and the functions that it calls, also indirectly.
    package func reach(of statement: PlannedStatement) -> (
        expressions: [Expression], functions: [FunctionPlan]
    ) {
        var (expressions, functions): ([Expression], [FunctionPlan]) = ([], [])
        var seen: Set<Int> = []
        var names: Set<ObjectIdentifier> = []
        var rest = [blocks[statement.block].allows[statement.index].expression].compactMap(\.self)
        while let id = rest.popLast() {
            guard tracedExpressions.indices.contains(id), seen.insert(id).inserted else { continue }
            let traced = tracedExpressions[id]
            if case .expression(let expression) = traced.form { expressions.append(expression) }
            rest += traced.operands.compactMap(\.id)
            guard let function = traced.function, names.insert(ObjectIdentifier(function)).inserted else {
                continue
            }
            functions.append(function)
            if let body = function.source.id { rest.append(body) }
        }
        return (expressions, functions)
    }

    /// The evaluation of a statement's condition, rebuilt from a step of a traced decision; nil for a statement without a condition.
    package func evaluation(of step: RulesDecision.Step) -> EvaluatedExpression? {
        guard blocks.indices.contains(step.block), blocks[step.block].allows.indices.contains(step.allow)
        else { return nil }
        let allow = blocks[step.block].allows[step.allow]
        guard let condition = allow.syntax.condition else { return nil }
        var reader = TraceReader(self, step.events)
        return reader.read(TracedExpression.Source(.expression(condition), id: allow.expression))
    }
}
