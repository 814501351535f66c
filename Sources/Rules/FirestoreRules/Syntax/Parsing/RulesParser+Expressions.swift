extension RulesParser {
    // What nests is in functions of its own, apart from what does not: frames of debug builds are large, and stacks small.

    mutating func expression() throws(Failure) -> Measured {
        expressionDepth += 1
        defer { expressionDepth -= 1 }
        if expressionDepth > Measured.maximumLevels { throw .tooComplex }
        let condition = try operation(above: 1)
        return kind == .question ? try conditional(condition) : condition
    }

    private mutating func conditional(_ condition: Measured) throws(Failure) -> Measured {
        let question = advance()
        let then = try expression()
        _ = try expect(.colon)
        let `else` = try expression()
        let node = Expression(
            .conditional(condition.node, then: then.node, else: `else`.node),
            at: condition.node.range.extended(to: `else`.node.range), mainToken: question.range)
        return try level(node, of: condition, then, `else`)
    }

    /// A node over others.
    func measured(_ node: Expression, _ inner: Measured.Size) throws(Failure) -> Measured {
        let size = Measured.Size(levels: inner.levels, height: inner.height + 1)
        if size.height > Measured.maximumHeight { throw .tooComplex }
        return Measured(node: node, size: size)
    }

    /// An expression around others.
    private func level(_ node: Expression, of inner: Measured...) throws(Failure) -> Measured {
        var measured = try measured(node, inner.reduce(into: Measured.Size()) { $0.add($1.size) })
        measured.size.levels += 1
        if expressionDepth - 1 + measured.size.levels > Measured.maximumLevels { throw .tooComplex }
        return measured
    }

    /// Operations that bind tighter than a level.
    private mutating func operation(above minimum: Int) throws(Failure) -> Measured {
        var left = try unary()
        while let precedence = kind.operatorLevel, precedence > minimum {
            left = kind == .is ? try typeTest(of: left) : try binary(left, precedence: precedence)
        }
        return left
    }

    private mutating func typeTest(of operand: Measured) throws(Failure) -> Measured {
        let sign = advance()
        let type = try identifier()
        if TypeName(rawValue: type.name) == nil { throw .mistake }
        let range = operand.node.range.extended(to: type.range)
        let node = Expression(.typeTest(operand.node, type), at: range, mainToken: sign.range)
        return try level(node, of: operand)
    }

    private mutating func binary(_ left: Measured, precedence: Int) throws(Failure) -> Measured {
        let sign = advance()
        guard let operation = sign.kind.operation else { throw .mistake }
        let right = try self.operation(above: precedence)
        let node = Expression(
            .binary(operation, left.node, right.node, operatorRange: sign.range),
            at: left.node.range.extended(to: right.node.range))
        return try level(node, of: left, right)
    }

    private mutating func unary() throws(Failure) -> Measured {
        switch kind {
        case .not: return try not()
        case .minus: return try negative()
        default:
            var operand = try simple()
            operand.size.levels += 1
            return operand
        }
    }

    private mutating func not() throws(Failure) -> Measured {
        let sign = advance()
        expressionDepth += 1
        if expressionDepth > Measured.maximumLevels { throw .tooComplex }
        let operand = try unary()
        expressionDepth -= 1
        let node = Expression(
            .unary(.not, operand.node), at: sign.range.extended(to: operand.node.range))
        return try level(node, of: operand)
    }

    private mutating func negative() throws(Failure) -> Measured {
        let sign = advance()
        if let smallest = smallestInteger(after: sign) { return smallest }
        let operand = try simple(beginsAtParenthesis: false)
        let node = Expression(
            .unary(.negative, operand.node), at: sign.range.extended(to: operand.node.range))
        return try level(node, of: operand)
    }

    /// The one integer that exists only with its sign. Its place is that of the sign.
    private mutating func smallestInteger(after sign: Token) -> Measured? {
        guard kind == .integer, kind(after: 1) != .leftBracket,
            lexer.text(of: token) == "9223372036854775808"
        else { return nil }
        _ = advance()
        let node = Expression(.literal(.int(.min)), at: sign.range)
        return Measured(node: node, size: Measured.Size(levels: 1, height: 1))
    }

    /// An operand with its members, indexes and calls. In `(a).b` and `-(a)` the whole begins at the parenthesis or
    /// the sign, but `a` does not.
    private mutating func simple(beginsAtParenthesis: Bool = true) throws(Failure) -> Measured {
        guard kind == .leftParenthesis else {
            let operand = try primary()
            return try access(to: operand, from: operand.node.range)
        }
        let parenthesis = advance().range
        let inner = try expression()
        return try closed(inner, from: parenthesis, beginsAtParenthesis: beginsAtParenthesis)
    }

    private mutating func closed(
        _ inner: Measured, from parenthesis: SourceRange, beginsAtParenthesis: Bool
    ) throws(Failure) -> Measured {
        _ = try expect(.rightParenthesis)
        if kind == .dot || kind == .leftBracket { return try access(to: inner, from: parenthesis) }
        guard beginsAtParenthesis else { return inner }
        return Measured(node: inner.node.beginning(at: parenthesis), size: inner.size)
    }

    private mutating func access(to operand: Measured, from start: SourceRange) throws(Failure) -> Measured {
        var operand = operand
        var start = start
        while kind == .dot || kind == .leftBracket {
            operand =
                kind == .dot ? try member(of: operand, from: start) : try index(of: operand, from: start)
            start = operand.node.range
        }
        return operand
    }

    private mutating func member(of operand: Measured, from start: SourceRange) throws(Failure) -> Measured {
        let (name, isCall) = try memberName()
        let range = start.extended(to: name.range)
        if isCall {
            let arguments = try expressions(until: .rightParenthesis)
            return try method(name, of: operand, arguments, at: range)
        }
        return try measured(Expression(.member(operand.node, name), at: range), operand.size)
    }

    private mutating func memberName() throws(Failure) -> (Identifier, isCall: Bool) {
        _ = try expect(.dot)
        let token = advance()
        guard token.kind == .identifier || (token.kind.isWord && token.kind != .rulesVersion) else {
            throw .mistake
        }
        let name = Identifier(lexer.text(of: token), at: token.range)
        return (name, token.kind == .identifier && accept(.leftParenthesis) != nil)
    }

    private func method(
        _ name: Identifier, of operand: Measured, _ arguments: MeasuredList, at range: SourceRange
    ) throws(Failure) -> Measured {
        var size = operand.size
        size.add(arguments.size)
        let end = arguments.nodes.last?.range ?? range
        let node = Expression(.method(operand.node, name, arguments.nodes), at: range.extended(to: end))
        return try measured(node, size)
    }

    private mutating func index(of operand: Measured, from start: SourceRange) throws(Failure) -> Measured {
        _ = try expect(.leftBracket)
        let from = kind == .colon ? nil : try expression()
        if kind == .colon { return try slice(of: operand, from: from, at: start) }
        _ = try expect(.rightBracket)
        guard let from else { throw .mistake }
        var size = operand.size
        size.add(from.size)
        let range = start.extended(to: from.node.range)
        return try measured(Expression(.index(operand.node, from.node), at: range), size)
    }

    private mutating func slice(
        of operand: Measured, from: Measured?, at start: SourceRange
    ) throws(Failure) -> Measured {
        _ = try expect(.colon)
        let to = kind == .rightBracket ? nil : try expression()
        _ = try expect(.rightBracket)
        var size = operand.size
        for end in [from, to] { if let end { size.add(end.size) } }
        let range = start.extended(to: to?.node.range ?? from?.node.range ?? operand.node.range)
        return try measured(
            Expression(.slice(operand.node, from: from?.node, to: to?.node), at: range), size)
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
