/// Functions should be called.
enum UnusedFunctionCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        let declarations = checker.declarations
        return declarations.functions.indices
            .filter { !checker.calls.called.contains(declarations.original(of: $0)) }
            .map { .unused(declarations.functions[$0].syntax.name) }
    }
}

extension Diagnostic {
    fileprivate static func unused(_ function: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Unused function: \(function.name).", at: function.range)
    }
}
