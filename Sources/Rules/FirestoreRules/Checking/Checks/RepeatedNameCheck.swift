/// A scope declares each name once.
enum RepeatedNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        let declarations = checker.declarations
        return declarations.functions.enumerated().flatMap { index, function in
            (declarations.original(of: index) == index ? [] : [.isDefined(function: function.syntax.name)])
                + repeatedVariables(of: function.syntax)
        }
    }

    private static func repeatedVariables(of function: FunctionSyntax) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var names: Set<String> = []
        for parameter in function.parameters where !names.insert(parameter.name).inserted {
            diagnostics.append(.isDefined(variable: parameter))
        }
        for binding in function.bindings where !names.insert(binding.name.name).inserted {
            diagnostics.append(.isBound(binding.name))
        }
        return diagnostics
    }
}

extension Diagnostic {
    fileprivate static func isDefined(function name: Identifier) -> Diagnostic {
        Diagnostic(.error, "Function \(name.name) is already defined.", at: name.range)
    }

    fileprivate static func isDefined(variable name: Identifier) -> Diagnostic {
        Diagnostic(.error, "Variable \(name.name) is already defined.", at: name.range)
    }

    fileprivate static func isBound(_ name: Identifier) -> Diagnostic {
        Diagnostic(
            .error, "The identifier [\(name.name)] is already bound in the current scope.", at: name.range)
    }
}
