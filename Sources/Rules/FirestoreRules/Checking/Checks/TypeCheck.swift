/// Operations get values of types that they take, as far as the text tells.
enum TypeCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var inference = TypeInference(checker)
        for function in checker.declarations.functions.indices { inference.inferFunction(function) }
        for condition in checker.declarations.conditions {
            let context = ExpressionContext(scope: condition.scope, services: condition.service, locals: [])
            inference.inferCondition(condition.expression, in: context)
        }
        // A place may be reached in several ways.
        var seen: Set<Diagnostic> = []
        return inference.diagnostics.filter { seen.insert($0).inserted }
    }
}

extension Expectation {
    func mismatch(_ received: TypeSet, at range: SourceRange) -> Diagnostic {
        let message =
            isPermission
            ? "Permission statements expect a boolean value. Received one of \(received)."
            : "Received one of \(received). Expected one of \(types)."
        return Diagnostic(.warning, "Invalid type. " + message, at: range, hint: callee?.usage)
    }
}

extension Diagnostic {
    static func noTypeFits(_ variable: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, "Invalid type. There is no type for variable '\(variable)' that satisfies all clauses.",
            at: range)
    }

    static func notComparable(_ sign: BinaryOperator, at range: SourceRange) -> Diagnostic {
        let outcome = sign != .equal
        return Diagnostic(
            .warning,
            "The sub-expressions are not comparable, so this comparison will always return \(outcome).",
            at: range)
    }

    static func branchesDiffer(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning,
            "Ternary operator result if condition is true has a different type than if condition is false.",
            at: range)
    }
}
