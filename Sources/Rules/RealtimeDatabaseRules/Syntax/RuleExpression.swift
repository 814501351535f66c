/// An expression of a rule.
package struct RuleExpression: Sendable {
    package indirect enum Kind: Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case pattern(RulePattern)
        /// Only the argument of `hasChildren` is a list.
        case list([RuleExpression])
        case variable(String)
        /// `receiver.name`, or `receiver['name']`.
        case property(RuleExpression, String)
        /// `receiver[index]`.
        case index(RuleExpression, RuleExpression)
        case call(RuleExpression, String, [RuleExpression])
        case not(RuleExpression)
        case negative(RuleExpression)
        case binary(BinaryOperator, RuleExpression, RuleExpression)
        /// All operands of a run: `a && b && c` is one expression.
        case logical(LogicalOperator, [RuleExpression])
        case conditional(RuleExpression, RuleExpression, RuleExpression)
    }

    package let kind: Kind
    /// Its characters in the rule.
    package let range: Range<Int>
    /// Its number among the expressions of the rule.
    package let id: Int
    /// How deep the tree below it is.
    let height: Int

    /// The direct subexpressions, in the order of the source.
    package var operands: [RuleExpression] { kind.operands }

    init(_ kind: Kind, range: Range<Int>, id: Int) {
        self.kind = kind
        self.range = range
        self.id = id
        height = 1 + (kind.operands.map(\.height).max() ?? 0)
    }
}

extension RuleExpression.Kind {
    var operands: [RuleExpression] {
        switch self {
        case .null, .boolean, .number, .string, .pattern, .variable: []
        case .list(let elements): elements
        case .property(let receiver, _): [receiver]
        case .index(let receiver, let index): [receiver, index]
        case .call(let receiver, _, let arguments): [receiver] + arguments
        case .not(let operand), .negative(let operand): [operand]
        case .binary(_, let left, let right): [left, right]
        case .logical(_, let operands): operands
        case .conditional(let test, let first, let second): [test, first, second]
        }
    }
}

/// An operator that always evaluates both of its operands.
package enum BinaryOperator: String, Sendable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case equal = "=="
    case identical = "==="
    case notEqual = "!="
    case notIdentical = "!=="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Its precedence: higher binds tighter.
    var level: Int {
        switch self {
        case .equal, .identical, .notEqual, .notIdentical: 3
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
        case .add, .subtract: 5
        case .multiply, .divide, .remainder: 6
        }
    }

    package var isEquality: Bool { level == 3 }
    var isComparison: Bool { level == 3 || level == 4 }
}

/// An operator that evaluates its operands until one decides.
package enum LogicalOperator: String, Sendable, CaseIterable {
    case or = "||"
    case and = "&&"

    var level: Int { self == .or ? 1 : 2 }
}
