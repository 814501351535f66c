extension RulesParser {
    /// The path of a match block.
    mutating func template() throws(Failure) -> PathTemplateSyntax {
        guard kind == .pathSegment || kind == .slash else { throw fail(.expectedPath) }
        var template = PathTemplateSyntax(segments: [], range: token.range)
        var names: Set<String> = []
        /// The slash of the last glob.
        var glob: SourceRange?
        repeat {
            if version != .two, let last = glob {
                findings.append(.innerGlob(at: last))
                glob = nil
            }
            let slash = token.range
            if accept(.pathSegment) != nil {
                template.segments.append(.literal(literal(slash)))
                template.range = template.range.extended(to: slash)
            } else if beginsCapture {
                let (name, isGlob) = try capture(&names)
                let end = try expect(.rightBrace)
                template.range = template.range.extended(to: end.range)
                if kind == .rightBrace {
                    report(.extra)
                    _ = advance()
                }
                template.segments.append(isGlob ? .glob(name) : .capture(name))
                guard isGlob else { continue }
                if version == .two, glob != nil { findings.append(.secondGlob(at: slash)) }
                glob = slash
            } else {
                try loneSlash()
            }
        } while kind == .pathSegment || kind == .slash
        return template
    }

    /// The part of a path that has been read.
    private struct Path {
        var segments: [Expression.PathSegment] = []
        var names: Set<String> = []
        var range: SourceRange
    }

    /// A path in an expression.
    mutating func path() throws(Failure) -> Expression {
        var path = Path(range: token.range)
        repeat {
            if kind == .slash, kind(after: 1) == .dollar, kind(after: 2) == .leftParenthesis {
                try addInterpolation(to: &path)
            } else {
                try addSegment(to: &path)
            }
        } while pathGoesOn
        return Expression(.path(path.segments), at: path.range)
    }

    private mutating func addSegment(to path: inout Path) throws(Failure) {
        let slash = token.range
        if accept(.pathSegment) != nil {
            path.segments.append(.literal(literal(slash), slash))
            path.range = path.range.extended(to: slash)
        } else if beginsCapture {
            let (name, isGlob) = try capture(&path.names)
            _ = try expect(.rightBrace)
            path.segments.append(isGlob ? .globVariable(name) : .variable(name))
            path.range = path.range.extended(to: name.range)
        } else {
            try loneSlash()
        }
    }

    private mutating func addInterpolation(to path: inout Path) throws(Failure) {
        _ = try expect(.slash)
        _ = try expect(.dollar)
        _ = try expect(.leftParenthesis)
        let expression = try expression()
        _ = try expect(.rightParenthesis)
        path.segments.append(.interpolation(expression))
        path.range = path.range.extended(to: expression.range)
    }

    /// A slash may also divide the path by an operand. Where both are possible, it continues the path.
    private var pathGoesOn: Bool {
        guard kind == .slash else { return kind == .pathSegment }
        switch kind(after: 1) {
        case .slash, .pathSegment, .minus, .increment, .decrement: return true
        case .dollar: return kind(after: 2) == .leftParenthesis
        case .leftBrace: return beginsWildcard
        case .leftBracket: return isIndexNext
        case let next: return !Self.firstTokens.contains(next)
        }
    }

    /// Whether the brackets after the slash hold one element, like those of an index. A longer list divides.
    private var isIndexNext: Bool {
        var brackets = 1
        for count in 2..<32 {
            switch kind(after: count) {
            case .leftParenthesis, .leftBracket, .leftBrace: brackets += 1
            case .rightParenthesis, .rightBracket, .rightBrace: brackets -= 1
            case .comma where brackets == 1: return false
            default: break
            }
            if brackets == 0 { return count > 2 }
        }
        return false
    }

    private var beginsCapture: Bool {
        kind == .slash && kind(after: 1) == .leftBrace && kind(after: 2) == .identifier
    }

    /// Whether a wildcard is next, and not a slash and a map.
    var beginsWildcard: Bool { beginsCapture && [.rightBrace, .assign].contains(kind(after: 3)) }

    /// `/{name`, `/{name=*` or `/{name=**`, without the closing brace.
    private mutating func capture(
        _ names: inout Set<String>
    ) throws(Failure) -> (name: Identifier, isGlob: Bool) {
        _ = try expect(.slash)
        _ = try expect(.leftBrace)
        let name = try variable(.wildcard)
        if !names.insert(name.name).inserted { findings.append(.repeatedCapture(name.name, at: name.range)) }
        guard accept(.assign) != nil else { return (name, false) }
        if accept(.glob) != nil { return (name, true) }
        _ = try expect(.star)
        return (name, false)
    }

    /// A slash without a segment after it.
    private mutating func loneSlash() throws(Failure) {
        report(.loneSlash)
        _ = advance()
        // A malformed wildcard still belongs to the path.
        if kind == .leftBrace, !Block.match.statements.contains(kind(after: 1)) { throw Failure() }
    }

    private func literal(_ segment: SourceRange) -> String {
        PathEscapes.decoded(lexer.text(segment.offsets).dropFirst())
    }
}
