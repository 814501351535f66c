extension RulesParser {
    mutating func expression() throws(SyntaxError) -> Expression {
        try descend()
        defer { depth -= 1 }
        let condition = try binary(above: 1)
        guard let question = accept(.question) else { return condition }
        let then = try expression()
        _ = try expect(.colon)
        let `else` = try expression()
        let range = condition.range.extended(to: `else`.range)
        return Expression(
            .conditional(condition, then: then, else: `else`), at: range, mainToken: question.range)
    }

    /// Operations that bind tighter than a level.
    private mutating func binary(above level: Int) throws(SyntaxError) -> Expression {
        var left = try unary()
        while let precedence = kind.operatorLevel, precedence > level {
            let sign = advance()
            if sign.kind == .is {
                let type = try identifier()
                let range = left.range.extended(to: type.range)
                left = Expression(.typeTest(left, type), at: range, mainToken: sign.range)
                continue
            }
            let right = try binary(above: precedence)
            guard let operation = sign.kind.operation else { throw unexpected() }
            left = Expression(
                .binary(operation, left, right, operatorRange: sign.range),
                at: left.range.extended(to: right.range))
        }
        return left
    }

    private mutating func unary() throws(SyntaxError) -> Expression {
        switch kind {
        case .not:
            try descend()
            defer { depth -= 1 }
            let sign = advance()
            let operand = try unary()
            return Expression(.unary(.not, operand), at: sign.range.extended(to: operand.range))
        case .minus:
            let sign = advance()
            if let smallest = smallestInteger(after: sign) { return smallest }
            let operand = try postfix()
            return Expression(.unary(.negative, operand), at: sign.range.extended(to: operand.range))
        default:
            return try postfix()
        }
    }

    /// The one integer that exists only with its sign.
    private mutating func smallestInteger(after sign: Token) -> Expression? {
        guard kind == .integer, lexer.text(of: token) == "9223372036854775808" else { return nil }
        return Expression(.literal(.int(.min)), at: sign.range.extended(to: advance().range))
    }

    private mutating func postfix() throws(SyntaxError) -> Expression {
        let parenthesis = accept(.leftParenthesis)?.range
        var operand = try parenthesis == nil ? primary() : expression()
        if let parenthesis {
            _ = try expect(.rightParenthesis)
            guard kind == .dot || kind == .leftBracket else {
                operand.begin(at: parenthesis)
                return operand
            }
        }
        // In `(a).b` the whole begins at the parenthesis, but `a` does not.
        var start = parenthesis ?? operand.range
        while true {
            if accept(.dot) != nil {
                operand = try member(of: operand, from: start)
            } else if accept(.leftBracket) != nil {
                operand = try index(of: operand, from: start)
            } else {
                return operand
            }
            start = operand.range
        }
    }

    private mutating func member(of operand: Expression, from start: SourceRange) throws(SyntaxError)
        -> Expression
    {
        let token = advance()
        guard token.kind == .identifier || (token.kind.isWord && token.kind != .rulesVersion) else {
            throw unexpected()
        }
        let name = Identifier(lexer.text(of: token), at: token.range)
        let range = start.extended(to: token.range)
        guard token.kind == .identifier, accept(.leftParenthesis) != nil else {
            return Expression(.member(operand, name), at: range)
        }
        let arguments = try expressions(until: .rightParenthesis)
        return Expression(
            .method(operand, name, arguments),
            at: arguments.last.map { range.extended(to: $0.range) } ?? range)
    }

    private mutating func index(of operand: Expression, from start: SourceRange) throws(SyntaxError)
        -> Expression
    {
        let from = kind == .colon ? nil : try expression()
        if let colon = accept(.colon) {
            let to = kind == .rightBracket ? nil : try expression()
            _ = try expect(.rightBracket)
            let range = start.extended(to: to?.range ?? colon.range)
            return Expression(.slice(operand, from: from, to: to), at: range)
        }
        _ = try expect(.rightBracket)
        guard let from else { throw unexpected() }
        return Expression(.index(operand, from), at: start.extended(to: from.range))
    }

    private mutating func primary() throws(SyntaxError) -> Expression {
        switch kind {
        case .identifier:
            let name = try identifier()
            guard accept(.leftParenthesis) != nil else { return Expression(.name(name.name), at: name.range) }
            let arguments = try expressions(until: .rightParenthesis)
            let range = name.range.extended(to: arguments.last?.range ?? name.range)
            return Expression(.call(name, arguments), at: range)
        case .leftBracket:
            let start = advance()
            let elements = try expressions(until: .rightBracket)
            return Expression(
                .list(elements), at: start.range.extended(to: elements.last?.range ?? start.range))
        case .leftBrace: return try map()
        case .pathSegment, .slash: return try path()
        default: return try literal()
        }
    }

    private mutating func expressions(until end: TokenKind) throws(SyntaxError) -> [Expression] {
        var expressions: [Expression] = []
        while kind != end {
            expressions.append(try expression())
            if accept(.comma) == nil { break }
        }
        _ = try expect(end)
        return expressions
    }

    private mutating func map() throws(SyntaxError) -> Expression {
        let start = advance()
        var range = start.range
        var entries: [Expression.MapEntry] = []
        while kind != .rightBrace {
            let key = try expression()
            _ = try expect(.colon)
            let value = try expression()
            range = range.extended(to: value.range)
            entries.append(Expression.MapEntry(key: key, value: value))
            if accept(.comma) == nil { break }
        }
        _ = try expect(.rightBrace)
        return Expression(.map(entries), at: range)
    }

    private mutating func path() throws(SyntaxError) -> Expression {
        var segments: [Expression.PathSegment] = []
        var range = token.range
        repeat {
            let token = token
            if accept(.pathSegment) != nil {
                segments.append(.literal(PathEscapes.decoded(lexer.text(of: token).dropFirst()), token.range))
                range = range.extended(to: token.range)
            } else if kind(after: 1) == .dollar {
                _ = advance()
                _ = advance()
                _ = try expect(.leftParenthesis)
                let expression = try expression()
                _ = try expect(.rightParenthesis)
                segments.append(.interpolation(expression))
                range = range.extended(to: expression.range)
            } else {
                let (capture, end) = try capture()
                segments.append(capture)
                range = range.extended(to: end)
            }
        } while pathGoesOn
        return Expression(.path(segments), at: range)
    }

    /// A slash may also divide the path by something.
    private var pathGoesOn: Bool {
        guard kind == .slash else { return kind == .pathSegment }
        switch kind(after: 1) {
        case .dollar: return kind(after: 2) == .leftParenthesis
        case .leftBrace:
            return kind(after: 2) == .identifier && [.rightBrace, .assign].contains(kind(after: 3))
        default: return false
        }
    }

    private mutating func literal() throws(SyntaxError) -> Expression {
        let text = lexer.text(of: token)
        func invalid(_ kind: String) -> SyntaxError {
            SyntaxError(diagnostic: Diagnostic(.error, "Invalid \(kind) literal \(text).", at: token.range))
        }
        let literal: Expression.Literal
        switch kind {
        case .null: literal = .null
        case .true: literal = .bool(true)
        case .false: literal = .bool(false)
        case .integer:
            guard let value = Int64(text) else { throw invalid("number") }
            literal = .int(value)
        case .float:
            // Swift wants digits on both sides of the dot.
            guard let value = Double("0" + text + "0") else { throw invalid("number") }
            literal = .float(value)
        case .string: literal = .string(LiteralDecoding.string(text))
        case .bytes:
            guard let bytes = LiteralDecoding.bytes(text) else { throw invalid("bytes") }
            literal = .bytes(bytes)
        default: throw unexpected()
        }
        return Expression(.literal(literal), at: advance().range)
    }
}

extension TokenKind {
    fileprivate var operation: BinaryOperator? {
        switch self {
        case .or: .or
        case .and: .and
        case .in: .in
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        case .plus: .add
        case .minus: .subtract
        case .star: .multiply
        case .slash: .divide
        case .percent: .remainder
        default: nil
        }
    }
}
