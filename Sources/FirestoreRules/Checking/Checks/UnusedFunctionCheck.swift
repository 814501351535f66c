/// Functions are there to be called.
enum UnusedFunctionCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        let declarations = checker.declarations
        return declarations.functions.filter { function in
            // A repeated function has the calls of the first.
            let called = declarations.scopes[function.scope].functions[function.syntax.name.name]
            return !(called.map(checker.calls.called.contains) ?? false)
        }
        .map { .unused($0.syntax.name) }
    }
}

extension Diagnostic {
    fileprivate static func unused(_ function: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Unused function: \(function.name).", at: function.range)
    }
}
