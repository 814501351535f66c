/// A name is that of a parameter, a binding, a capture or what the service gives.
enum VariableNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for (expression, context) in checker.expressions {
            expression.forEach { node in
                guard case .name(let name) = node.kind, !context.locals.contains(name),
                    checker.declarations.capture(name, in: context.scope) == nil,
                    context.services.variable(name) == nil
                else { return }
                diagnostics.append(.unknown(Identifier(name, at: node.innerRange)))
            }
        }
        return diagnostics
    }
}

extension Diagnostic {
    fileprivate static func unknown(_ variable: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Invalid variable name: \(variable.name).", at: variable.range)
    }
}
