extension Expression {
    /// Where reports place a failure of this expression itself: at its operator or name, or else at its first token.
    var failureRange: SourceRange {
        switch kind {
        case .binary(.in, _, _, _): firstToken
        case .binary(_, _, _, let operatorRange): operatorRange
        case .call(let name, _): name.range
        case .method(_, let name, _): BuiltInMethod(rawValue: name.name) == nil ? firstToken : name.range
        case .literal, .name, .list, .map, .path, .member, .index, .slice, .unary, .typeTest, .conditional:
            firstToken
        }
    }

    /// The token that the expression begins with; a bracket is one of its own.
    private var firstToken: SourceRange {
        let bracket = SourceRange(start: range.start, endOffset: range.start.offset)
        switch kind {
        case .literal, .name: return range
        case .call(let name, _): return name.range.start == range.start ? name.range : bracket
        case .list, .map, .unary: return bracket
        case .path(let segments):
            guard case .literal(_, let first)? = segments.first, first.start == range.start else {
                return bracket
            }
            return first
        case .member(let inner, _), .index(let inner, _), .slice(let inner, _, _), .method(let inner, _, _),
            .binary(_, let inner, _, _), .typeTest(let inner, _), .conditional(let inner, _, _):
            return inner.range.start == range.start ? inner.firstToken : bracket
        }
    }
}
