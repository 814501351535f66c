extension RulesParser {
    mutating func expression() throws(Failure) -> Measured {
        expressionDepth += 1
        defer { expressionDepth -= 1 }
        if expressionDepth > Measured.maximumLevels { throw .tooComplex }
        let condition = try operation(above: 1)
        guard let question = accept(.question) else { return condition }
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
            let sign = advance()
            if sign.kind == .is {
                let type = try identifier()
                if TypeName(rawValue: type.name) == nil { throw .mistake }
                let range = left.node.range.extended(to: type.range)
                let node = Expression(.typeTest(left.node, type), at: range, mainToken: sign.range)
                left = try level(node, of: left)
                continue
            }
            guard let operation = sign.kind.operation else { throw .mistake }
            let right = try self.operation(above: precedence)
            let node = Expression(
                .binary(operation, left.node, right.node, operatorRange: sign.range),
                at: left.node.range.extended(to: right.node.range))
            left = try level(node, of: left, right)
        }
        return left
    }

    private mutating func unary() throws(Failure) -> Measured {
        switch kind {
        case .not:
            let sign = advance()
            expressionDepth += 1
            if expressionDepth > Measured.maximumLevels { throw .tooComplex }
            let operand = try unary()
            expressionDepth -= 1
            let node = Expression(
                .unary(.not, operand.node), at: sign.range.extended(to: operand.node.range))
            return try level(node, of: operand)
        case .minus:
            let sign = advance()
            if let smallest = smallestInteger(after: sign) { return smallest }
            let operand = try simple(beginsAtParenthesis: false)
            let node = Expression(
                .unary(.negative, operand.node), at: sign.range.extended(to: operand.node.range))
            return try level(node, of: operand)
        default:
            var operand = try simple()
            operand.size.levels += 1
            return operand
        }
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
        let parenthesis = accept(.leftParenthesis)?.range
        var operand = try parenthesis == nil ? primary() : expression()
        if let parenthesis {
            _ = try expect(.rightParenthesis)
            guard kind == .dot || kind == .leftBracket else {
                if beginsAtParenthesis { operand.node.begin(at: parenthesis) }
                return operand
            }
        }
        var start = parenthesis ?? operand.node.range
        while true {
            if accept(.dot) != nil {
                operand = try member(of: operand, from: start)
            } else if accept(.leftBracket) != nil {
                operand = try index(of: operand, from: start)
            } else {
                return operand
            }
            start = operand.node.range
        }
    }

    private mutating func member(of operand: Measured, from start: SourceRange) throws(Failure) -> Measured {
        let token = advance()
        guard token.kind == .identifier || (token.kind.isWord && token.kind != .rulesVersion) else {
            throw .mistake
        }
        let name = Identifier(lexer.text(of: token), at: token.range)
        let range = start.extended(to: token.range)
        guard token.kind == .identifier, accept(.leftParenthesis) != nil else {
            return try measured(Expression(.member(operand.node, name), at: range), operand.size)
        }
        let (arguments, argumentSize) = try expressions(until: .rightParenthesis)
        var size = operand.size
        size.add(argumentSize)
        let end = arguments.last?.range ?? range
        return try measured(
            Expression(.method(operand.node, name, arguments), at: range.extended(to: end)), size)
    }

    private mutating func index(of operand: Measured, from start: SourceRange) throws(Failure) -> Measured {
        var size = operand.size
        let from = kind == .colon ? nil : try expression()
        if let from { size.add(from.size) }
        if accept(.colon) != nil {
            let to = kind == .rightBracket ? nil : try expression()
            if let to { size.add(to.size) }
            _ = try expect(.rightBracket)
            let range = start.extended(to: to?.node.range ?? from?.node.range ?? operand.node.range)
            return try measured(
                Expression(.slice(operand.node, from: from?.node, to: to?.node), at: range), size)
        }
        _ = try expect(.rightBracket)
        guard let from else { throw .mistake }
        let range = start.extended(to: from.node.range)
        return try measured(Expression(.index(operand.node, from.node), at: range), size)
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
