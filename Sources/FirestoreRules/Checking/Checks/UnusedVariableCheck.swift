/// Parameters and bindings are there to be read.
enum UnusedVariableCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.declarations.functions.map(\.syntax)
            .filter { !$0.hasTooManyBindings }
            .flatMap { unusedVariables(of: $0).map(Diagnostic.unused) }
    }

    private static func unusedVariables(of function: FunctionSyntax) -> [Identifier] {
        var readParameters: Set<String> = []
        var readBindings: Set<Int> = []
        var latest: [String: Int] = [:]
        func read(_ expression: Expression) {
            expression.forEach { node in
                guard case .name(let name) = node.kind else { return }
                if let binding = latest[name] {
                    readBindings.insert(binding)
                } else {
                    readParameters.insert(name)
                }
            }
        }
        for (index, binding) in function.bindings.enumerated() {
            read(binding.value)
            latest[binding.name.name] = index
        }
        read(function.result)
        return function.parameters.filter { !readParameters.contains($0.name) }
            + function.bindings.indices.filter { !readBindings.contains($0) }.map {
                function.bindings[$0].name
            }
    }
}

extension Diagnostic {
    fileprivate static func unused(_ variable: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Unused variable: \(variable.name).", at: variable.range)
    }
}
