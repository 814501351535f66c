import PrintableText

/// Reads one expression.
///
/// Each parsing method begins at the token by which its caller chose it, and leaves ``token`` after what it has read.
struct ExpressionParser {
    /// How deeply brackets, operators and calls may be nested.
    static let deepestNesting = 100

    var lexer: Lexer
    var token: Token
    /// The end of the last token.
    var end = 0
    /// How many expressions there are so far.
    private(set) var count = 0
    /// How much regular expressions may still take up.
    var patternRoom: Int
    private var depth = 0

    init(_ scalars: [Unicode.Scalar], patternRoom: Int) throws(ExpressionProblem) {
        self.patternRoom = patternRoom
        lexer = Lexer(scalars)
        token = try lexer.next()
    }

    /// Reads an expression that is the whole text.
    mutating func parse() throws(ExpressionProblem) -> RuleExpression {
        if token.kind == .end { throw ExpressionProblem("The expression is empty.", at: token.range) }
        let expression = try expression()
        guard token.kind == .end else { throw unexpected("an operator or the end of the expression") }
        return expression
    }
}

extension ExpressionParser {
    mutating func expression() throws(ExpressionProblem) -> RuleExpression {
        try nested { (parser) throws(ExpressionProblem) in
            let start = parser.token.range.lowerBound
            let test = try parser.binary(from: 1)
            guard try parser.skip("?") else { return test }
            let first = try parser.expression()
            guard try parser.skip(":") else { throw parser.unexpected("':'") }
            let second = try parser.expression()
            return try parser.make(.conditional(test, first, second), from: start)
        }
    }

    /// Reads operators of a level, and those that bind tighter.
    private mutating func binary(from level: Int) throws(ExpressionProblem) -> RuleExpression {
        let start = token.range.lowerBound
        var left = try unary()
        while case .sign(let sign) = token.kind {
            if let `operator` = BinaryOperator(rawValue: sign), `operator`.level >= level {
                try advance()
                let right = try binary(from: `operator`.level + 1)
                left = try make(.binary(`operator`, left, right), from: start)
            } else if let `operator` = LogicalOperator(rawValue: sign), `operator`.level >= level {
                var operands = [left]
                while try skip(sign) { operands.append(try binary(from: `operator`.level + 1)) }
                left = try make(.logical(`operator`, operands), from: start)
            } else {
                break
            }
        }
        return left
    }

    private mutating func unary() throws(ExpressionProblem) -> RuleExpression {
        let start = token.range.lowerBound
        let isNot = try skip("!")
        let isNegative = isNot ? false : try skip("-")
        guard isNot || isNegative else { return try postfix() }
        let operand = try nested { (parser) throws(ExpressionProblem) in try parser.unary() }
        return try make(isNot ? .not(operand) : .negative(operand), from: start)
    }
}

extension ExpressionParser {
    mutating func make(
        _ kind: RuleExpression.Kind, from start: Int
    ) throws(ExpressionProblem) -> RuleExpression {
        let expression = RuleExpression(kind, range: start..<max(start, end), id: count)
        count += 1
        if expression.height > ExpressionParser.deepestNesting { throw tooDeep(start..<end) }
        return expression
    }

    mutating func advance() throws(ExpressionProblem) {
        end = token.range.upperBound
        token = try lexer.next()
    }

    mutating func skip(_ sign: String) throws(ExpressionProblem) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        try advance()
        return true
    }

    private mutating func nested(
        _ body: (inout ExpressionParser) throws(ExpressionProblem) -> RuleExpression
    ) throws(ExpressionProblem) -> RuleExpression {
        if depth == ExpressionParser.deepestNesting { throw tooDeep(token.range) }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private func tooDeep(_ range: Range<Int>) -> ExpressionProblem {
        ExpressionProblem(
            "The expression is nested too deeply: at most \(ExpressionParser.deepestNesting) levels.",
            at: range)
    }

    func unexpected(_ expected: String) -> ExpressionProblem {
        let found =
            token.kind == .end
            ? "the end of the expression" : "'\(lexer.text(token.range).printable(limit: 40))'"
        return ExpressionProblem("Expected \(expected), not \(found).", at: token.range)
    }
}
