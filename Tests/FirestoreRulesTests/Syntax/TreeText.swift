@testable import FirestoreRules

/// Trees in a few words, for tests: operators and calls in parentheses, in the order of evaluation.
extension Expression {
    var tree: String {
        switch kind {
        case .literal(let literal): literal.tree
        case .name(let name): name
        case .list(let elements): "[\(elements.map(\.tree).joined(separator: " "))]"
        case .map(let entries):
            "{\(entries.map { "\($0.key.tree): \($0.value.tree)" }.joined(separator: " "))}"
        case .path(let segments): segments.map(\.tree).joined()
        case .member(let operand, let name): "(. \(operand.tree) \(name.name))"
        case .index(let operand, let index): "([] \(operand.tree) \(index.tree))"
        case .slice(let operand, let from, let to):
            "([:] \(operand.tree) \(from?.tree ?? "_") \(to?.tree ?? "_"))"
        case .call(let name, let arguments):
            "(\(([name.name] + arguments.map(\.tree)).joined(separator: " ")))"
        case .method(let operand, let name, let arguments):
            "(.\(([name.name, operand.tree] + arguments.map(\.tree)).joined(separator: " ")))"
        case .unary(let sign, let operand): "(\(sign.rawValue) \(operand.tree))"
        case .binary(let sign, let left, let right, _): "(\(sign.rawValue) \(left.tree) \(right.tree))"
        case .typeTest(let operand, let type): "(is \(operand.tree) \(type.name))"
        case .conditional(let condition, let then, let otherwise):
            "(? \(condition.tree) \(then.tree) \(otherwise.tree))"
        }
    }
}

extension Expression.Literal {
    fileprivate var tree: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .float(let value): "\(value)"
        case .string(let value): "'\(value)'"
        case .bytes(let value): "b\(value)"
        }
    }
}

extension Expression.PathSegment {
    fileprivate var tree: String {
        switch self {
        case .literal(let text, _): "/\(text)"
        case .variable(let name): "/{\(name.name)}"
        case .globVariable(let name): "/{\(name.name)=**}"
        case .interpolation(let expression): "/$(\(expression.tree))"
        }
    }
}
