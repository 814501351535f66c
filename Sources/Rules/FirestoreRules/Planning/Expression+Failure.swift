extension Expression {
    /// Where reports place a failure of this expression itself.
    func failureRange(of error: RuleError) -> SourceRange {
        switch kind {
        case .method, .binary: error.isFunctionNotFound ? firstToken : mainToken
        case .member, .index, .slice, .typeTest: firstToken
        case .literal, .name, .list, .map, .path, .call, .unary, .conditional: mainToken
        }
    }
}
