/// A name must be that of a parameter, a binding, a capture or a variable of the service.
enum VariableNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.mentions.flatMap { mentions, context in
            mentions.variables.filter { variable in
                !context.locals.contains(variable.name) && context.services.variable(variable.name) == nil
                    && checker.declarations.capture(variable.name, in: context.scope) == nil
            }
        }
        .map(Diagnostic.unknown)
    }
}

extension Diagnostic {
    fileprivate static func unknown(_ variable: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Invalid variable name: \(variable.name).", at: variable.range)
    }
}
