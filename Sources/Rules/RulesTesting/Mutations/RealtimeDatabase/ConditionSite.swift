import RealtimeDatabaseRules

/// One expression of a condition, and what it stands in.
struct ConditionSite {
    let expression: RuleExpression
    /// Nil for a condition as a whole.
    let parent: RuleExpression?
    let statement: RuleStatement
    /// True when it stands for true or false and is no constant.
    let isCondition: Bool

    /// What leaves a trace when the expression is evaluated: literals and lists do not, but what is around them does.
    var evaluated: RuleExpression {
        if case .list = expression.kind { return parent ?? expression }
        return expression.operands.isEmpty ? parent ?? expression : expression
    }

    /// The name and arguments of the call that it is.
    var call: (name: String, receiver: RuleExpression, arguments: [RuleExpression])? {
        guard case .call(let receiver, let name, let arguments) = expression.kind else { return nil }
        return (name, receiver, arguments)
    }

    /// The name of the call that it is the receiver, or an argument, of.
    var callAround: String? {
        if case .call(_, let name, _)? = parent?.kind { name } else { nil }
    }
}
