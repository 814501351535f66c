extension RulesParser {
    /// The path of a match block.
    mutating func template() throws(Failure) -> PathTemplateSyntax {
        var template = PathTemplateSyntax(segments: [], range: token.range)
        repeat {
            if template.segments.hasGlob, !allowsInnerGlobs { throw .mistake }
            let token = token
            if accept(.pathSegment) != nil {
                template.segments.append(.literal(literal(of: token)))
                template.range = template.range.extended(to: token.range)
            } else {
                let (name, isGlob, end) = try capture()
                if template.segments.names(name) || (isGlob && template.segments.hasGlob) { throw .mistake }
                template.segments.append(isGlob ? .glob(name) : .capture(name))
                template.range = template.range.extended(to: end)
            }
        } while kind == .pathSegment || kind == .slash
        return template
    }

    /// A path in an expression.
    mutating func path() throws(Failure) -> Measured {
        var segments: [Expression.PathSegment] = []
        var names: Set<String> = []
        var range = token.range
        var size = Measured.Size()
        repeat {
            let token = token
            if accept(.pathSegment) != nil {
                segments.append(.literal(literal(of: token), token.range))
                range = range.extended(to: token.range)
            } else if kind(after: 1) == .dollar {
                let expression = try interpolation()
                segments.append(.interpolation(expression.node))
                range = range.extended(to: expression.node.range)
                size.add(expression.size)
            } else {
                let (name, isGlob, _) = try capture()
                if !names.insert(name.name).inserted { throw .mistake }
                segments.append(isGlob ? .globVariable(name) : .variable(name))
                range = range.extended(to: name.range)
            }
        } while pathGoesOn()
        return try measured(Expression(.path(segments), at: range), size)
    }

    /// A slash may also divide the path by something.
    private mutating func pathGoesOn() -> Bool {
        guard kind == .slash else { return kind == .pathSegment }
        switch kind(after: 1) {
        case .slash, .pathSegment, .minus, .increment, .decrement, .leftBracket:
            isDoubtful = true
            return false
        case .dollar: return kind(after: 2) == .leftParenthesis
        case .leftBrace:
            return kind(after: 2) == .identifier && [.rightBrace, .assign].contains(kind(after: 3))
        default: return false
        }
    }

    private mutating func interpolation() throws(Failure) -> Measured {
        _ = try expect(.slash)
        _ = try expect(.dollar)
        _ = try expect(.leftParenthesis)
        let expression = try expression()
        _ = try expect(.rightParenthesis)
        return expression
    }

    /// `/{name}`, `/{name=*}` or `/{name=**}`, and its last brace.
    private mutating func capture() throws(Failure) -> (name: Identifier, isGlob: Bool, end: SourceRange) {
        _ = try expect(.slash)
        _ = try expect(.leftBrace)
        let name = try identifier()
        var isGlob = false
        if accept(.assign) != nil {
            isGlob = accept(.glob) != nil
            if !isGlob { _ = try expect(.star) }
        }
        return (name, isGlob, try expect(.rightBrace).range)
    }

    private func literal(of token: Token) -> String {
        PathEscapes.decoded(lexer.text(of: token).dropFirst())
    }
}

extension [PathTemplateSyntax.Segment] {
    fileprivate var hasGlob: Bool {
        contains { if case .glob = $0 { true } else { false } }
    }

    fileprivate func names(_ name: Identifier) -> Bool {
        contains { segment in
            switch segment {
            case .literal: false
            case .capture(let other), .glob(let other): other.name == name.name
            }
        }
    }
}
