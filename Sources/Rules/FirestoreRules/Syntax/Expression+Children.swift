extension Expression {
    /// The direct subexpressions, in source order.
    package var children: [Expression] {
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
}
