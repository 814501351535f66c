/// Parameters and bindings should be used.
enum UnusedVariableCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.declarations.functions
            .flatMap { unusedVariables(of: $0).map(Diagnostic.unused) }
    }

    private static func unusedVariables(of declared: DeclarationIndex.Function) -> [Identifier] {
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
        let function = declared.syntax
        let bindings = function.checkedBindings
        for (index, mentions) in declared.mentions.prefix(bindings.count).enumerated() {
            mentions.variables.forEach { read($0.name) }
            latest[bindings[index].name.name] = index
        }
        // Parts that the compiler ignores may use any of them.
        let last =
            function.hasTooManyBindings
            ? function.parameters + bindings.map(\.name) : declared.mentions.last?.variables ?? []
        last.forEach { read($0.name) }
        return function.parameters.filter { !readParameters.contains($0.name) }
            + bindings.indices.filter { !readBindings.contains($0) }.map { bindings[$0].name }
    }
}

extension Diagnostic {
    fileprivate static func unused(_ variable: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Unused variable: \(variable.name).", at: variable.range)
    }
}
