extension RulesParser {
    mutating func primary() throws(Failure) -> Measured {
        switch kind {
        case .identifier: return kind(after: 1) == .leftParenthesis ? try call() : try name()
        case .leftBracket: return try list()
        case .leftBrace: return try map()
        case .pathSegment, .slash: return try path()
        default: return try measured(try literal(), Measured.Size())
        }
    }

    private mutating func name() throws(Failure) -> Measured {
        let name = try identifier()
        return try measured(Expression(.name(name.name), at: name.range), Measured.Size())
    }

    private mutating func call() throws(Failure) -> Measured {
        let name = try identifier()
        _ = try expect(.leftParenthesis)
        let arguments = try expressions(until: .rightParenthesis)
        let range = name.range.extended(to: arguments.nodes.last?.range ?? name.range)
        return try measured(Expression(.call(name, arguments.nodes), at: range), arguments.size)
    }

    private mutating func list() throws(Failure) -> Measured {
        let start = advance().range
        let elements = try expressions(until: .rightBracket)
        let range = start.extended(to: elements.nodes.last?.range ?? start)
        return try measured(Expression(.list(elements.nodes), at: range), elements.size)
    }

    /// What stands between commas, up to a closing bracket.
    mutating func expressions(until end: TokenKind) throws(Failure) -> MeasuredList {
        var list = MeasuredList()
        while kind != end {
            list.append(try expression())
            if accept(.comma) == nil { break }
        }
        _ = try expect(end)
        return list
    }

    private mutating func map() throws(Failure) -> Measured {
        let start = advance().range
        var entries: [Expression.MapEntry] = []
        var size = Measured.Size()
        while kind != .rightBrace {
            entries.append(try entry(&size))
            if accept(.comma) == nil { break }
        }
        _ = try expect(.rightBrace)
        let range = entries.reduce(start) { $0.extended(to: $1.value.range) }
        return try measured(Expression(.map(entries), at: range), size)
    }

    private mutating func entry(_ size: inout Measured.Size) throws(Failure) -> Expression.MapEntry {
        let key = try expression()
        size.add(key.size)
        _ = try expect(.colon)
        let value = try expression()
        size.add(value.size)
        return Expression.MapEntry(key: key.node, value: value.node)
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
