import PrintableText

/// Finds what is wrong with a condition, whatever the data.
struct TypeChecker {
    private let statement: RuleStatement
    private let captures: Set<String>

    init(_ statement: RuleStatement) {
        self.statement = statement
        captures = Set(statement.captures.map(\.name))
    }

    /// Checks the whole condition.
    func check() throws(ExpressionProblem) {
        let type = try type(of: statement.condition)
        guard type == .boolean else {
            throw ExpressionProblem(
                "\(statement.kind.rawValue) must be a boolean, not \(type.name).",
                at: statement.condition.range)
        }
    }

    func type(of expression: RuleExpression) throws(ExpressionProblem) -> ExpressionType {
        switch expression.kind {
        case .null: return .null
        case .boolean: return .boolean
        case .number: return .number
        case .string: return .string
        case .pattern:
            throw ExpressionProblem(
                "A regular expression can only be the argument of matches().", at: expression.range)
        case .list:
            throw ExpressionProblem(
                "A list can only be the argument of hasChildren().", at: expression.range)
        case .variable(let name): return try variable(name, expression)
        case .property(let receiver, let name): return try property(name, of: receiver, expression)
        case .index(let receiver, let index): return try element(index, of: receiver, expression)
        case .call(let receiver, let name, let arguments):
            return try call(name, on: receiver, arguments, expression)
        case .not(let operand):
            try require(.boolean, operand, "Operand of ! must be boolean")
            return .boolean
        case .negative(let operand):
            let type = try type(of: operand)
            guard type.mayBeNumber else {
                throw ExpressionProblem("Operand of - must be a number, not \(type.name).", at: operand.range)
            }
            return .number
        case .binary(let `operator`, let left, let right): return try binary(`operator`, left, right)
        case .logical(let `operator`, let operands):
            for (index, operand) in operands.enumerated() {
                let side = index == 0 ? "Left" : "Right"
                try require(.boolean, operand, "\(side) operand of \(`operator`.rawValue) must be boolean")
            }
            return .boolean
        case .conditional(let test, let first, let second):
            try require(.boolean, test, "Condition of ? must be boolean")
            let (first, second) = (try type(of: first), try type(of: second))
            if first == second { return first }
            guard first.hasEquality, second.hasEquality else {
                throw ExpressionProblem(
                    "The results of ? must both be values, or both snapshots.", at: expression.range)
            }
            return first == .claim || second == .claim ? .claim : .value
        }
    }

    func require(
        _ type: ExpressionType, _ expression: RuleExpression, _ message: String
    ) throws(ExpressionProblem) {
        let found = try self.type(of: expression)
        if found != type { throw ExpressionProblem("\(message), not \(found.name).", at: expression.range) }
    }

    private func variable(
        _ name: String, _ expression: RuleExpression
    ) throws(ExpressionProblem) -> ExpressionType {
        switch name {
        case "auth": return .claim
        case "now": return .number
        case "root", "data": return .snapshot
        case "newData" where statement.kind != .read: return .snapshot
        case "newData":
            throw ExpressionProblem(
                "Unknown variable 'newData': .read rules do not have it.", at: expression.range)
        case "query" where statement.kind == .read: return .query
        case "query":
            throw ExpressionProblem(
                "Unknown variable 'query': only .read rules have it.", at: expression.range)
        case _ where captures.contains(name): return .string
        case _:
            throw ExpressionProblem("Unknown variable '\(name.printable(limit: 60))'.", at: expression.range)
        }
    }
}
