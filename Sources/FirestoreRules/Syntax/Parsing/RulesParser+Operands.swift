extension RulesParser {
    mutating func primary() throws(Failure) -> Measured {
        switch kind {
        case .identifier:
            let name = try identifier()
            guard accept(.leftParenthesis) != nil else {
                return try measured(Expression(.name(name.name), at: name.range), Measured.Size())
            }
            let (arguments, size) = try expressions(until: .rightParenthesis)
            let range = name.range.extended(to: arguments.last?.range ?? name.range)
            return try measured(Expression(.call(name, arguments), at: range), size)
        case .leftBracket:
            let start = advance()
            let (elements, size) = try expressions(until: .rightBracket)
            let range = start.range.extended(to: elements.last?.range ?? start.range)
            return try measured(Expression(.list(elements), at: range), size)
        case .leftBrace: return try map()
        case .pathSegment, .slash: return try path()
        default: return try measured(try literal(), Measured.Size())
        }
    }

    /// What stands between commas, up to a closing bracket.
    mutating func expressions(until end: TokenKind) throws(Failure) -> ([Expression], Measured.Size) {
        var expressions: [Expression] = []
        var size = Measured.Size()
        while kind != end {
            let expression = try expression()
            expressions.append(expression.node)
            size.add(expression.size)
            if accept(.comma) == nil { break }
        }
        _ = try expect(end)
        return (expressions, size)
    }

    private mutating func map() throws(Failure) -> Measured {
        let start = advance()
        var range = start.range
        var size = Measured.Size()
        var entries: [Expression.MapEntry] = []
        while kind != .rightBrace {
            let key = try expression()
            _ = try expect(.colon)
            let value = try expression()
            range = range.extended(to: value.node.range)
            size.add(key.size)
            size.add(value.size)
            entries.append(Expression.MapEntry(key: key.node, value: value.node))
            if accept(.comma) == nil { break }
        }
        _ = try expect(.rightBrace)
        return try measured(Expression(.map(entries), at: range), size)
    }

    private mutating func literal() throws(Failure) -> Expression {
        let text = lexer.text(of: token)
        let literal: Expression.Literal? =
            switch kind {
            case .null: .null
            case .true: .bool(true)
            case .false: .bool(false)
            case .integer: Int64(text).map { .int($0) }
            // Swift wants digits on both sides of the dot.
            case .float: Double("0" + text + "0").map { .float($0) }
            case .string: .string(LiteralDecoding.string(text))
            case .bytes: LiteralDecoding.bytes(text).map { .bytes($0) }
            default: nil
            }
        guard let literal else { throw .mistake }
        return Expression(.literal(literal), at: advance().range)
    }
}
