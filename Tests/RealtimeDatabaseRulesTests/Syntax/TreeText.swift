import RealtimeDatabaseRules

/// The tree of the first rule as text with all brackets.
func tree(_ condition: String) throws -> String {
    let probe = try RulesProbe(condition: condition)
    return probe.ruleset.statements.first.map { text($0.condition) } ?? ""
}

private func text(_ expression: RuleExpression) -> String {
    switch expression.kind {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let number): "\(number)"
    case .string(let string): "'\(string)'"
    case .pattern: "/…/"
    case .list(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
    case .variable(let name): name
    case .property(let receiver, let name): "\(text(receiver)).\(name)"
    case .index(let receiver, let index): "\(text(receiver))[\(text(index))]"
    case .call(let receiver, let name, let arguments):
        "\(text(receiver)).\(name)(\(arguments.map(text).joined(separator: ", ")))"
    case .not(let operand): "!\(text(operand))"
    case .negative(let operand): "-\(text(operand))"
    case .binary(let sign, let left, let right): "(\(text(left)) \(sign.rawValue) \(text(right)))"
    case .logical(let sign, let operands):
        "(" + operands.map(text).joined(separator: " \(sign.rawValue) ") + ")"
    case .conditional(let test, let first, let second): "(\(text(test)) ? \(text(first)) : \(text(second)))"
    }
}
