/// A call means a function or method that there is, with as many arguments as it takes.
enum FunctionNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.mentions.flatMap { mentions, context in
            mentions.calls.flatMap { problems(of: $0, in: context, checker) }
        }
    }

    private static func problems(
        of call: Mentions.Call, in context: ExpressionContext, _ checker: RulesChecker
    ) -> [Diagnostic] {
        let name = call.name.name
        switch call.kind {
        case .function:
            let callee = checker.callee(name, in: context)
            return callee.problems(named: name, count: call.argumentCount, at: call.name.range)
                + (callee.isOutsideOfService ? [.outsideOfService(call.name)] : [])
        case .method:
            let callee = Callee(BuiltInMethod.all[name]?.signature)
            return callee.problems(named: name, count: call.argumentCount + 1, at: call.name.range)
        case .packaged(let package):
            let callee = Callee(BuiltInFunction.named(name, in: package)?.signature)
            return callee.problems(
                named: package + "." + name, count: call.argumentCount, at: call.name.range)
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
