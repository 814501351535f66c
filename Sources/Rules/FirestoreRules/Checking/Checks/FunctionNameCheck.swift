/// A call names a function or method that exists, with as many arguments as it takes.
enum FunctionNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.mentions.flatMap { mentions, context in
            mentions.calls.flatMap { problems(of: $0, in: context, checker) }
        }
    }

    private static func problems(
        of call: Mentions.Call, in context: ExpressionContext, _ checker: RulesChecker
    ) -> [Diagnostic] {
        let callee: Callee
        var count = call.argumentCount
        switch call.kind {
        case .function: callee = checker.callee(call.name.name, in: context)
        case .method:
            callee = Callee(BuiltInMethod.all[call.name.name]?.signature)
            count += 1
        case .packaged(let package):
            callee = Callee(BuiltInFunction.named(call.name.name, in: package)?.signature)
        }
        if callee.parameterCounts.isEmpty {
            return [.unknown(call, hint: checker.suggestion(for: call, in: context))]
        }
        let usage = callee.parameterCounts.contains(count) ? nil : checker.usage(of: callee)
        return (callee.parameterCounts.contains(count) ? [] : [.wrongCount(call, hint: usage)])
            + (callee.isOutsideOfService ? [.outsideOfService(call.name)] : [])
    }
}

extension Mentions.Call {
    /// The name with its package.
    fileprivate var fullName: String {
        if case .packaged(let package) = kind { "\(package).\(name.name)" } else { name.name }
    }
}

extension RulesChecker {
    /// How to call a function or method.
    fileprivate func usage(of callee: Callee) -> String? {
        switch callee {
        case .declared(let function, _): declarations.functions[function].reference.usage
        case .builtIn(let signature, _): signature.builtIn?.usage
        case .none: nil
        }
    }

    /// The functions or methods that an unknown name was probably meant to be.
    fileprivate func suggestion(for call: Mentions.Call, in context: ExpressionContext) -> String? {
        let functions = BuiltInFunction.all.values.filter { $0.isImplemented && context.services.know($0) }
        let methods = BuiltInMethod.all.values.filter(\.isImplemented).map(\.reference)
        let known: [BuiltIn]
        switch call.kind {
        case .function:
            known =
                declarations.functions(in: context.scope).map(\.reference)
                + functions.filter { $0.package == nil }.map(\.reference)
        case .method: known = methods
        case .packaged(let package):
            known = functions.filter { $0.package == package }.map(\.reference)
        }
        // A method may have been called like a function, or the reverse.
        return known.suggestion(for: call.fullName)
            ?? LanguageReference.firestore.named(call.name.name).question
    }
}

extension DeclarationIndex.Function {
    /// The function as messages show it: `isMember(conversation)`.
    fileprivate var reference: BuiltIn {
        let parameters = syntax.parameters.map(\.name).joined(separator: ", ")
        return BuiltIn(.function, syntax.name.name, ["\(syntax.name.name)(\(parameters))"], "")
    }
}

extension Diagnostic {
    fileprivate static func unknown(_ call: Mentions.Call, hint: String?) -> Diagnostic {
        Diagnostic(
            .warning, "Invalid function name: \(call.fullName).", at: call.name.range, hint: hint)
    }

    fileprivate static func wrongCount(_ call: Mentions.Call, hint: String?) -> Diagnostic {
        Diagnostic(
            .warning, "Incorrect number of arguments supplied to function: \(call.fullName).",
            at: call.name.range, hint: hint)
    }

    fileprivate static func outsideOfService(_ function: Identifier) -> Diagnostic {
        Diagnostic(
            .warning, "Call to service function '\(function.name)' occurs outside of defining scope.",
            at: function.range)
    }
}
