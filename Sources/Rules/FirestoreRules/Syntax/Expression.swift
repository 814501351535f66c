/// A node of an expression's tree. The parser limits the depth of trees. Nodes are references, so that the parser needs little
/// stack.
package final class Expression: Sendable {
    package let kind: Kind
    /// From the first token of the leftmost operand to the last character of the last operand, without closing brackets.
    package let range: SourceRange
    /// The range without parentheses around it.
    package let innerRange: SourceRange
    /// The height of the tree, this node included.
    let height: Int
    /// The place of the operator, if the kind does not include it.
    private let operatorToken: SourceRange?

    /// Creates a node. `operatorToken` is for operators whose kind does not include the place.
    package convenience init(_ kind: Kind, at range: SourceRange, mainToken operatorToken: SourceRange? = nil)
    {
        self.init(kind, at: range, innerRange: range, operatorToken: operatorToken)
    }

    private init(_ kind: Kind, at range: SourceRange, innerRange: SourceRange, operatorToken: SourceRange?) {
        self.kind = kind
        self.range = range
        self.innerRange = innerRange
        self.operatorToken = operatorToken
        height = kind.heightOfOperands + 1
    }

    /// The expression with a parenthesis before it. An expression without operands keeps its end.
    package func beginning(at parenthesis: SourceRange) -> Expression {
        let range = kind.hasOperands ? parenthesis.extended(to: range) : parenthesis
        return Expression(kind, at: range, innerRange: innerRange, operatorToken: operatorToken)
    }

    /// The beginning of the expression's text, including a parenthesis around it.
    package var firstToken: SourceRange { parenthesis ?? kind.firstToken(at: range) }

    /// The place of diagnostics about the expression: its operator, the name that it calls, or else its first token.
    package var mainToken: SourceRange {
        if let token = operatorToken ?? kind.mainToken { return token }
        if let parenthesis, !kind.isOperation { return parenthesis }
        return kind.firstToken(at: innerRange)
    }

    private var parenthesis: SourceRange? {
        innerRange.start == range.start ? nil : SourceRange(start: range.start, endOffset: range.start.offset)
    }

    package enum Kind: Sendable {
        case literal(Literal)
        case name(String)
        case list([Expression])
        case map([MapEntry])
        case path([PathSegment])
        /// `receiver.name`
        case member(Expression, Identifier)
        /// `receiver[index]`
        case index(Expression, Expression)
        /// `receiver[from:to]`
        case slice(Expression, from: Expression?, to: Expression?)
        /// `name(arguments)`
        case call(Identifier, [Expression])
        /// `receiver.name(arguments)`
        case method(Expression, Identifier, [Expression])
        case unary(UnaryOperator, Expression)
        /// The range is that of the operator's token.
        case binary(BinaryOperator, Expression, Expression, operatorRange: SourceRange)
        /// `operand is type`
        case typeTest(Expression, Identifier)
        case conditional(Expression, then: Expression, else: Expression)
    }

    package enum Literal: Sendable {
        case null
        case bool(Bool)
        case int(Int64)
        case float(Double)
        case string(String)
        case bytes([UInt8])
    }

    package struct MapEntry: Sendable {
        package var key: Expression
        package var value: Expression

        package init(key: Expression, value: Expression) {
            self.key = key
            self.value = value
        }
    }

    package enum PathSegment: Sendable {
        case literal(String, SourceRange)
        /// `{name}`: free until it is bound
        case variable(Identifier)
        /// `{name=**}`
        case globVariable(Identifier)
        /// `$(expression)`
        case interpolation(Expression)
    }
}

extension Expression.Kind {
    fileprivate var heightOfOperands: Int {
        switch self {
        case .literal, .name: 0
        case .list(let elements), .call(_, let elements): elements.height
        case .map(let entries): entries.reduce(0) { max($0, $1.key.height, $1.value.height) }
        case .path(let segments):
            segments.reduce(0) { height, segment in
                if case .interpolation(let value) = segment { max(height, value.height) } else { height }
            }
        case .member(let operand, _), .unary(_, let operand), .typeTest(let operand, _): operand.height
        case .index(let first, let second), .binary(_, let first, let second, _):
            max(first.height, second.height)
        case .slice(let operand, let from, let to): max(operand.height, from?.height ?? 0, to?.height ?? 0)
        case .method(let receiver, _, let arguments): max(receiver.height, arguments.height)
        case .conditional(let condition, let then, let other):
            max(condition.height, then.height, other.height)
        }
    }
}

extension [Expression] {
    fileprivate var height: Int { reduce(0) { Swift.max($0, $1.height) } }
}

package enum UnaryOperator: String, Sendable {
    case not = "!"
    case negative = "-"
}

package enum BinaryOperator: String, Sendable {
    case or = "||"
    case and = "&&"
    case `in` = "in"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
}
