extension RulesParser {
    // Recursive cases have functions of their own, since frames of debug builds are large and stacks small.

    /// An expression whose operators bind more tightly than a level.
    mutating func expression(above minimum: Int = 0) throws(Failure) -> Expression {
        depths.begin(at: token.range)
        defer { depths.end() }
        if depths.nesting > ExpressionDepths.limit { return skipExpression() }
        var left = try unary()
        while let level = kind.operatorLevel, level > minimum, kind != .slash || isDivision {
            depths.addOperator()
            left = try operation(on: left, level)
            try checkHeight(of: left)
        }
        try checkHeight(of: left)
        return left
    }

    /// Skips an expression that is too deep for a small stack.
    private mutating func skipExpression() -> Expression {
        let start = token.range
        var (brackets, questions) = (0, 0)
        while kind != .endOfFile, kind != .semicolon, !beginsStatement {
            switch kind {
            case .leftParenthesis, .leftBracket, .leftBrace: brackets += 1
            case .rightParenthesis, .rightBracket, .rightBrace: brackets -= 1
            case .question where brackets == 0: questions += 1
            case .colon where brackets == 0: questions -= 1
            default: break
            }
            if brackets < 0 || questions < 0 || brackets == 0 && kind == .comma { break }
            _ = advance()
        }
        return Expression(.literal(.null), at: start)
    }

    /// Walking higher trees would overflow small stacks.
    private mutating func checkHeight(of node: Expression) throws(Failure) {
        if node.height <= Self.maximumHeight { return }
        if depths.findings.isEmpty { findings.append(.tooComplex(at: token.range)) }
        throw Failure()
    }

    /// Whether the next slash divides. It may also begin the path of the next match block.
    private var isDivision: Bool {
        Self.firstTokens.contains(kind(after: 1)) && !beginsWildcard
    }

    /// Whether the next token can begin an expression.
    var beginsExpression: Bool { Self.firstTokens.contains(kind) }

    static let firstTokens: TokenSet = [
        .decrement, .increment, .leftBrace, .leftBracket, .leftParenthesis, .minus, .not, .slash,
        .pathSegment,
        .false, .null, .true, .identifier, .integer, .float, .string, .bytes, .unpairedSingleQuote,
        .unpairedDoubleQuote,
    ]

    private mutating func operation(on left: Expression, _ level: Int) throws(Failure) -> Expression {
        switch kind {
        case .question: try conditional(left)
        case .is: try typeTest(of: left)
        default: try binary(left, level)
        }
    }

    private mutating func conditional(_ condition: Expression) throws(Failure) -> Expression {
        let question = advance()
        let then = try expression()
        _ = try expect(.colon)
        let `else` = try expression()
        return Expression(
            .conditional(condition, then: then, else: `else`), at: condition.range.extended(to: `else`.range),
            mainToken: question.range)
    }

    private mutating func typeTest(of operand: Expression) throws(Failure) -> Expression {
        let sign = advance()
        let type = try identifier(.type)
        if TypeName(rawValue: type.name) == nil { report(.unknownType(type.name)) }
        return Expression(
            .typeTest(operand, type), at: operand.range.extended(to: type.range), mainToken: sign.range)
    }

    private mutating func binary(_ left: Expression, _ level: Int) throws(Failure) -> Expression {
        let sign = advance()
        guard let operation = sign.kind.operation else { throw fail(.extra) }
        let right = try expression(above: level)
        return Expression(
            .binary(operation, left, right, operatorRange: sign.range),
            at: left.range.extended(to: right.range))
    }

    private mutating func unary() throws(Failure) -> Expression {
        switch kind {
        case .not: return try not()
        case .minus: return try negative()
        case .increment, .decrement:
            _ = advance()
            report(.increment)
        default: break
        }
        let operand = try simple()
        if kind == .increment || kind == .decrement { skipIncrement() }
        return operand
    }

    private mutating func skipIncrement() {
        _ = advance()
        report(.increment)
    }

    private mutating func not() throws(Failure) -> Expression {
        let sign = advance()
        return unary(.not, try expression(above: Self.operand), sign)
    }

    private mutating func negative() throws(Failure) -> Expression {
        let sign = advance()
        if let smallest = smallestInteger(after: sign) { return smallest }
        return unary(.negative, try simple(beginsAtParenthesis: false), sign)
    }

    /// The level of operands.
    private static let operand = 9

    private func unary(_ operation: UnaryOperator, _ operand: Expression, _ sign: Token) -> Expression {
        Expression(.unary(operation, operand), at: sign.range.extended(to: operand.range))
    }

    /// The smallest integer exists only with its sign, where its place is.
    private mutating func smallestInteger(after sign: Token) -> Expression? {
        guard kind == .integer, kind(after: 1) != .leftBracket,
            lexer.text(of: token) == "9223372036854775808"
        else { return nil }
        _ = advance()
        return Expression(.literal(.int(.min)), at: sign.range)
    }

    /// An operand with its members, indexes and calls. In `(a).b` and `-(a)` the whole begins at the parenthesis or
    /// the sign, but `a` does not.
    private mutating func simple(beginsAtParenthesis: Bool = true) throws(Failure) -> Expression {
        let isOutermost = beginOperand()
        defer { if isOutermost { endOperand() } }
        guard kind == .leftParenthesis else {
            let operand = try primary()
            return try access(to: operand, from: operand.range)
        }
        let parenthesis = advance().range
        let inner = try expression()
        _ = try expect(.rightParenthesis)
        if kind == .dot || kind == .leftBracket { return try access(to: inner, from: parenthesis) }
        return beginsAtParenthesis ? inner.beginning(at: parenthesis) : inner
    }

    private mutating func access(to operand: Expression, from start: SourceRange) throws(Failure)
        -> Expression
    {
        var operand = operand
        var start = start
        while kind == .dot || kind == .leftBracket {
            if kind == .dot {
                operand = try member(of: operand, from: start)
            } else {
                operand = try index(of: operand, from: start)
            }
            try checkHeight(of: operand)
            start = operand.range
        }
        return operand
    }

    private mutating func member(of operand: Expression, from start: SourceRange) throws(Failure)
        -> Expression
    {
        let (name, isCall) = try memberName()
        let range = start.extended(to: name.range)
        guard isCall else { return Expression(.member(operand, name), at: range) }
        let arguments = try expressions(until: .rightParenthesis)
        return Expression(
            .method(operand, name, arguments), at: range.extended(to: arguments.last?.range ?? range))
    }

    private mutating func memberName() throws(Failure) -> (Identifier, isCall: Bool) {
        _ = try expect(.dot)
        guard kind == .identifier || (kind.isWord && kind != .rulesVersion) else {
            throw fail(.expectedName(.member))
        }
        let token = advance()
        let name = Identifier(lexer.text(of: token), at: token.range)
        return (name, token.kind == .identifier && accept(.leftParenthesis) != nil)
    }

    private mutating func index(of operand: Expression, from start: SourceRange) throws(Failure) -> Expression
    {
        _ = try expect(.leftBracket)
        var first: Expression?
        if kind != .colon { first = try expression() }
        if let first, accept(.rightBracket) != nil {
            return Expression(.index(operand, first), at: start.extended(to: first.range))
        }
        if accept(.colon) == nil { throw fail(.expected(.rightBracket)) }
        var last: Expression?
        if kind != .rightBracket { last = try expression() }
        _ = try expect(.rightBracket)
        let end = last ?? first ?? operand
        return Expression(.slice(operand, from: first, to: last), at: start.extended(to: end.range))
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
