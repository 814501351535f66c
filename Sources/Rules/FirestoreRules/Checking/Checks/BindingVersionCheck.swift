/// Version 1 of the language has no `let`.
enum BindingVersionCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        switch checker.syntax.version {
        case .one: checker.declarations.functions.flatMap(\.syntax.bindings).map { .isTooNew($0.name) }
        case .two: []
        }
    }
}

extension Diagnostic {
    fileprivate static func isTooNew(_ binding: Identifier) -> Diagnostic {
        Diagnostic(
            .error, #"Let bindings are not allowed in rules_version="1";"#, at: binding.range)
    }
}
