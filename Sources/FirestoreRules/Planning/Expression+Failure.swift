extension Expression {
    /// Where reports place a failure of this expression itself.
    var failureRange: SourceRange {
        switch kind {
        case .binary(.in, _, _, _): firstToken
        case .method(_, let name, _): BuiltInMethod(rawValue: name.name) == nil ? firstToken : mainToken
        case .member, .index, .slice, .typeTest: firstToken
        case .literal, .name, .list, .map, .path, .call, .unary, .binary, .conditional: mainToken
        }
    }
}
