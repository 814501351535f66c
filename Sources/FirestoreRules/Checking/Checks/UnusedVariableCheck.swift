/// Parameters and bindings are there to be read.
enum UnusedVariableCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.declarations.functions.map(\.syntax)
            .flatMap { unusedVariables(of: $0).map(Diagnostic.unused) }
    }

    private static func unusedVariables(of function: FunctionSyntax) -> [Identifier] {
        var readParameters: Set<String> = []
        var readBindings: Set<Int> = []
        var latest: [String: Int] = [:]
        func read(_ name: String) {
            if let binding = latest[name] {
                readBindings.insert(binding)
            } else {
                readParameters.insert(name)
            }
        }
        func read(_ expression: Expression) {
            expression.forEach { node in
                if case .name(let name) = node.kind { read(name) }
            }
        }
        let bindings = function.checkedBindings
        for (index, binding) in bindings.enumerated() {
            read(binding.value)
            latest[binding.name.name] = index
        }
        if function.hasTooManyBindings {
            // What the compiler does not see may read anything.
            (function.parameters + bindings.map(\.name)).forEach { read($0.name) }
        } else {
            read(function.result)
        }
        return function.parameters.filter { !readParameters.contains($0.name) }
            + bindings.indices.filter { !readBindings.contains($0) }.map { bindings[$0].name }
    }
}

extension Diagnostic {
    fileprivate static func unused(_ variable: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Unused variable: \(variable.name).", at: variable.range)
    }
}
