/// The number of a function's variables is limited.
enum BindingCountCheck {
    /// The compiler's limit, which is one more than its message says.
    static let limit = 11

    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.declarations.functions.map(\.syntax).filter(\.hasTooManyBindings).map { function in
            let next = function.bindings.dropFirst(function.checkedBindings.count).first?.keyword
            return .tooManyBindings(at: next ?? function.result.firstToken)
        }
    }
}

extension FunctionSyntax {
    /// Whether the compiler ignores the end of the function.
    var hasTooManyBindings: Bool { bindings.count > BindingCountCheck.limit }

    /// The bindings that the compiler checks.
    var checkedBindings: ArraySlice<Binding> { bindings.prefix(BindingCountCheck.limit + 1) }
}

extension Diagnostic {
    fileprivate static func tooManyBindings(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, "Maximum allowed variable count of 10 for a given function has been reached.", at: range)
    }
}
