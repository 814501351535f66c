/// What an expression can see.
struct ExpressionContext {
    var scope: Int
    /// The services whose rules come to the expression.
    var services: RulesService
    /// Parameters, and the bindings before the expression.
    var locals: Set<String>
}

extension RulesChecker {
    /// All expressions that the compiler looks into: conditions, bindings and results.
    var expressions: [(Expression, ExpressionContext)] {
        var expressions: [(Expression, ExpressionContext)] = []
        for (index, function) in declarations.functions.enumerated() {
            var context = ExpressionContext(
                scope: function.scope, services: reach.services[index],
                locals: Set(function.syntax.parameters.map(\.name)))
            for binding in function.syntax.checkedBindings {
                expressions.append((binding.value, context))
                context.locals.insert(binding.name.name)
            }
            if !function.syntax.hasTooManyBindings { expressions.append((function.syntax.result, context)) }
        }
        for condition in declarations.conditions {
            let context = ExpressionContext(scope: condition.scope, services: condition.service, locals: [])
            expressions.append((condition.expression, context))
        }
        return expressions
    }

}
