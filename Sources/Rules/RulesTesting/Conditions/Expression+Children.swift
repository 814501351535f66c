import FirestoreRules

extension Expression {
    /// The direct subexpressions, in source order.
    var children: [Expression] {
        switch kind {
        case .literal, .name: []
        case .list(let elements): elements
        case .map(let entries): entries.flatMap { [$0.key, $0.value] }
        case .path(let segments):
            segments.compactMap { segment in
                if case .interpolation(let expression) = segment { expression } else { nil }
            }
        case .member(let operand, _), .unary(_, let operand), .typeTest(let operand, _): [operand]
        case .index(let receiver, let index): [receiver, index]
        case .slice(let receiver, let from, let to): [receiver] + [from, to].compactMap(\.self)
        case .call(_, let arguments): arguments
        case .method(let receiver, _, let arguments): [receiver] + arguments
        case .binary(_, let left, let right, _): [left, right]
        case .conditional(let test, let first, let second): [test, first, second]
        }
    }

    /// Whether the expression has the same value for every request.
    var isConstant: Bool {
        switch kind {
        case .name, .call: false
        default: children.allSatisfy(\.isConstant)
        }
    }

    /// True for `a && b` and `a || b`.
    var isJunction: Bool {
        if case .binary(let operation, _, _, _) = kind {
            operation == .and || operation == .or
        } else {
            false
        }
    }
}
