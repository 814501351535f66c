extension RuleExpression {
    /// The subexpressions that are conditions, each before those inside it: the whole rule, the operands of `&&`, `||`, `!` and `?`,
    /// comparisons, and calls that return a boolean. Constants are left out.
    package var conditions: [RuleExpression] {
        var conditions: [RuleExpression] = []
        collect(isAsked: true, into: &conditions)
        return conditions
    }

    private func collect(isAsked: Bool, into conditions: inout [RuleExpression]) {
        if !isConstant, isAsked || asks { conditions.append(self) }
        switch kind {
        case .not(let operand): operand.collect(isAsked: true, into: &conditions)
        case .logical(_, let operands):
            for operand in operands { operand.collect(isAsked: true, into: &conditions) }
        case .conditional(let test, let first, let second):
            test.collect(isAsked: true, into: &conditions)
            first.collect(isAsked: isAsked, into: &conditions)
            second.collect(isAsked: isAsked, into: &conditions)
        case .null, .boolean, .number, .string, .pattern, .list, .variable, .property, .index, .call,
            .negative,
            .binary:
            for operand in operands { operand.collect(isAsked: false, into: &conditions) }
        }
    }

    /// Whether it is a boolean wherever it occurs.
    private var asks: Bool {
        switch kind {
        case .binary(let `operator`, _, _): `operator`.isComparison
        case .call(_, let name, _):
            BuiltInMember.all[name].map { $0.isMethod && $0.result == .boolean } ?? false
        case _: false
        }
    }

    /// Whether the value is written in the source itself.
    package var isConstant: Bool {
        switch kind {
        case .null, .boolean, .number, .string, .pattern: true
        case .variable, .call: false
        case .list, .property, .index, .not, .negative, .binary, .logical, .conditional:
            operands.allSatisfy(\.isConstant)
        }
    }
}
