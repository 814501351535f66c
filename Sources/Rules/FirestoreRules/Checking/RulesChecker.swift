/// Checks rules without syntax errors as Google's compiler does: names, calls and types.
package struct RulesChecker {
    /// What the checks look at.
    let syntax: RulesetSyntax
    let declarations: DeclarationIndex
    let calls: CallGraph
    let reach: ServiceReach

    private init(_ syntax: RulesetSyntax) {
        self.syntax = syntax
        declarations = DeclarationIndex(syntax)
        calls = CallGraph(declarations)
        reach = ServiceReach(declarations)
    }

    /// The errors and warnings of a ruleset, in the order of their places.
    package static func check(_ syntax: RulesetSyntax) -> [Diagnostic] {
        let checker = RulesChecker(syntax)
        let checks: [(RulesChecker) -> [Diagnostic]] = [
            VersionCheck.diagnostics, BindingVersionCheck.diagnostics, ServiceNameCheck.diagnostics,
            MethodNameCheck.diagnostics,
            GlobChildrenCheck.diagnostics, MatchLimitCheck.diagnostics, ParameterCountCheck.diagnostics,
            RepeatedNameCheck.diagnostics, BindingCountCheck.diagnostics, CallCycleCheck.diagnostics,
            CallDepthCheck.diagnostics, UnusedFunctionCheck.diagnostics,
            UnusedVariableCheck.diagnostics, VariableNameCheck.diagnostics, FunctionNameCheck.diagnostics,
            PatternCheck.diagnostics, TypeCheck.diagnostics,
        ]
        return checks.flatMap { $0(checker) }.inOrder()
    }
}
