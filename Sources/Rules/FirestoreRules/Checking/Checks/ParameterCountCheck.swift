/// The number of a function's parameters is limited.
enum ParameterCountCheck {
    static let limit = 7

    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.declarations.functions.map(\.syntax)
            .filter { $0.parameters.count > limit }
            .map { .tooManyParameters($0.name) }
    }
}

extension Diagnostic {
    fileprivate static func tooManyParameters(_ function: Identifier) -> Diagnostic {
        let limit = ParameterCountCheck.limit
        return Diagnostic(
            .error,
            "Maximum allowed function arguments of \(limit) for function \(function.name) is reached.",
            at: function.range)
    }
}
