extension RulesParser {
    mutating func primary() throws(Failure) -> Expression {
        switch kind {
        case .identifier: kind(after: 1) == .leftParenthesis ? try call() : try name()
        case .leftBracket: try list()
        case .leftBrace: try map()
        case .pathSegment, .slash: try path()
        default: try literal()
        }
    }

    private mutating func name() throws(Failure) -> Expression {
        // A package is not a variable.
        let isPackage =
            kind(after: 1) == .dot && kind(after: 2) == .identifier && kind(after: 3) == .leftParenthesis
        let name = try isPackage ? identifier(.variable) : variable(.variable)
        return Expression(.name(name.name), at: name.range)
    }

    private mutating func call() throws(Failure) -> Expression {
        let name = try identifier(.function)
        _ = try expect(.leftParenthesis)
        let arguments = try expressions(until: .rightParenthesis)
        let range = name.range.extended(to: arguments.last?.range ?? name.range)
        return Expression(.call(name, arguments), at: range)
    }

    private mutating func list() throws(Failure) -> Expression {
        let start = advance().range
        let elements = try expressions(until: .rightBracket)
        return Expression(.list(elements), at: start.extended(to: elements.last?.range ?? start))
    }

    /// Expressions between commas, up to a closing bracket.
    mutating func expressions(until end: TokenKind) throws(Failure) -> [Expression] {
        var elements: [Expression] = []
        while kind != end {
            elements.append(try expression())
            if accept(.comma) == nil { break }
        }
        _ = try expect(end)
        return elements
    }

    private mutating func map() throws(Failure) -> Expression {
        let start = advance().range
        var entries: [Expression.MapEntry] = []
        while kind != .rightBrace {
            let key = try expression()
            _ = try expect(.colon)
            entries.append(Expression.MapEntry(key: key, value: try expression()))
            if accept(.comma) == nil { break }
        }
        _ = try expect(.rightBrace)
        return Expression(.map(entries), at: entries.reduce(start) { $0.extended(to: $1.value.range) })
    }

    private mutating func literal() throws(Failure) -> Expression {
        let text = lexer.text(of: token)
        let literal: Expression.Literal
        switch kind {
        case .null: literal = .null
        case .true: literal = .bool(true)
        case .false: literal = .bool(false)
        case .integer:
            let number = Int64(text)
            if number == nil { findings.append(.invalidNumber(text, at: token.range)) }
            literal = .int(number ?? 0)
        // Swift requires digits on both sides of the dot.
        case .float: literal = .float(Double("0" + text + "0") ?? .nan)
        case .string: literal = .string(LiteralDecoding.string(text))
        case .bytes:
            let bytes = LiteralDecoding.bytes(text)
            if bytes == nil { findings.append(.invalidBytes(text, at: token.range)) }
            literal = .bytes(bytes ?? [])
        case .unpairedSingleQuote, .unpairedDoubleQuote: return unclosedString()
        default: throw fail(.expectedExpression)
        }
        return Expression(.literal(literal), at: advance().range)
    }

    private mutating func unclosedString() -> Expression {
        let start = advance().range
        let hasInvalidEscape = lexer.scalar(at: start.endOffset + 1) == "\\"
        report(.unclosedString(start, hasInvalidEscape: hasInvalidEscape))
        return Expression(.literal(.string("")), at: start)
    }
}
