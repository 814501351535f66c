/// Regular expressions that are written out have to be correct ones.
enum PatternCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var known: [String: Bool] = [:]
        for (expression, _) in checker.expressions {
            expression.forEach { node in
                guard let argument = node.patternArgument, case .literal(.string(let pattern)) = argument.kind
                else { return }
                let isCorrect = known[pattern] ?? ((try? RegularExpression(pattern)) != nil)
                known[pattern] = isCorrect
                if !isCorrect { diagnostics.append(.incorrect(pattern, at: argument.mainToken)) }
            }
        }
        return diagnostics
    }
}

extension Expression {
    /// The argument that a method takes for a regular expression. The one of `replace` waits for the evaluation.
    fileprivate var patternArgument: Expression? {
        guard case .method(_, let name, let arguments) = kind, name.name == "matches" || name.name == "split",
            arguments.count == 1, packageFunction == nil
        else { return nil }
        return arguments.first
    }
}

extension Diagnostic {
    fileprivate static func incorrect(_ pattern: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Invalid regular expression pattern. Pattern: \(pattern).", at: range)
    }
}
