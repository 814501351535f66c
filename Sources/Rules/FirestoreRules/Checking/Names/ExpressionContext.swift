/// The names that an expression can use.
struct ExpressionContext {
    var scope: Int
    /// The services whose rules reach the expression.
    var services: RulesService
    /// Parameters, and the bindings before the expression.
    var locals: Set<String>
}

extension RulesChecker {
    /// The names and calls in all expressions that the compiler checks: conditions, bindings and results.
    var mentions: [(Mentions, ExpressionContext)] {
        var all: [(Mentions, ExpressionContext)] = []
        for (index, function) in declarations.functions.enumerated() {
            var context = ExpressionContext(
                scope: function.scope, services: reach.services[index],
                locals: Set(function.syntax.parameters.map(\.name)))
            for (binding, mentions) in zip(function.syntax.checkedBindings, function.mentions) {
                all.append((mentions, context))
                context.locals.insert(binding.name.name)
            }
            if !function.syntax.hasTooManyBindings, let result = function.mentions.last {
                all.append((result, context))
            }
        }
        for condition in declarations.conditions {
            let context = ExpressionContext(scope: condition.scope, services: condition.service, locals: [])
            all.append((condition.mentions, context))
        }
        return all
    }
}
