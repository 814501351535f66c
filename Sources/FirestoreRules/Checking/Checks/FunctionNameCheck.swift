/// A call means a function or method that there is, with as many arguments as it takes.
enum FunctionNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for (expression, context) in checker.expressions {
            expression.forEach { diagnostics += problems(of: $0, in: context, checker) }
        }
        return diagnostics
    }

    private static func problems(
        of node: Expression, in context: ExpressionContext, _ checker: RulesChecker
    ) -> [Diagnostic] {
        switch node.kind {
        case .call(let name, let arguments):
            let callee = checker.callee(name.name, in: context)
            return callee.problems(named: name.name, count: arguments.count, at: name.range)
                + (callee.isOutsideOfService ? [.outsideOfService(name)] : [])
        case .method(_, let name, let arguments):
            if let (package, functions) = node.packageFunction {
                let callee = functions[name.name].map { Callee.builtIn($0, outsideOfService: false) } ?? .none
                return callee.problems(
                    named: package + "." + name.name, count: arguments.count, at: name.range)
            }
            let callee =
                MethodSignatures.signature(of: name.name)
                .map { Callee.builtIn($0, outsideOfService: false) } ?? .none
            return callee.problems(named: name.name, count: arguments.count + 1, at: name.range)
        default: return []
        }
    }
}

extension Callee {
    fileprivate func problems(named name: String, count: Int, at range: SourceRange) -> [Diagnostic] {
        if parameterCounts.isEmpty { return [.unknown(name, at: range)] }
        return parameterCounts.contains(count) ? [] : [.wrongCount(name, at: range)]
    }
}

extension Diagnostic {
    fileprivate static func unknown(_ function: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.warning, "Invalid function name: \(function).", at: range)
    }

    fileprivate static func wrongCount(_ function: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.warning, "Incorrect number of arguments supplied to function: \(function).", at: range)
    }

    fileprivate static func outsideOfService(_ function: Identifier) -> Diagnostic {
        Diagnostic(
            .warning, "Call to service function '\(function.name)' occurs outside of defining scope.",
            at: function.range)
    }
}
