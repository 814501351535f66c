extension Expression.Kind {
    /// The first token of a node that lies at a range, with no parenthesis around it.
    func firstToken(at range: SourceRange) -> SourceRange {
        let firstCharacter = SourceRange(start: range.start, endOffset: range.start.offset)
        switch self {
        case .name: return range
        case .literal(let literal):
            if case .int(.min) = literal { return firstCharacter }
            return range
        case .list, .map, .unary: return firstCharacter
        case .path(let segments):
            if case .literal(_, let range)? = segments.first { return range }
            return firstCharacter
        case .call(let name, _): return name.range
        case .member(let operand, _), .index(let operand, _), .slice(let operand, _, _),
            .method(let operand, _, _), .binary(_, let operand, _, _), .typeTest(let operand, _),
            .conditional(let operand, _, _):
            // If a parenthesis begins both, the operand does not include it.
            return operand.range.start == range.start ? operand.firstToken : firstCharacter
        }
    }

    /// The token that represents the node, if it is not the first.
    var mainToken: SourceRange? {
        switch self {
        case .method(_, let name, _), .call(let name, _): name.range
        case .binary(_, _, _, let operatorRange): operatorRange
        case .literal, .name, .list, .map, .path, .member, .index, .slice, .unary, .typeTest, .conditional:
            nil
        }
    }

    /// Whether the place of a node is that of what it consists of, rather than one token.
    var hasOperands: Bool {
        switch self {
        case .literal: false
        case .list(let elements): !elements.isEmpty
        case .map(let entries): !entries.isEmpty
        case .name, .path, .member, .index, .slice, .call, .method, .unary, .binary, .typeTest, .conditional:
            true
        }
    }

    /// Whether diagnostics point into the node, regardless of parentheses around it.
    var isOperation: Bool {
        switch self {
        case .member, .index, .slice, .method, .call, .binary, .unary, .typeTest, .conditional: true
        case .literal(let literal): if case .int(.min) = literal { true } else { false }
        case .name, .list, .map, .path: false
        }
    }
}
