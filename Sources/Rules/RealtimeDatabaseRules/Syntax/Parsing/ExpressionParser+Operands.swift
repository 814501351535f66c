extension ExpressionParser {
    /// Reads an operand with the properties and calls after it.
    mutating func postfix() throws(ExpressionProblem) -> RuleExpression {
        let start = token.range.lowerBound
        var expression = try operand()
        while true {
            if try skip(".") {
                guard case .name(let name) = token.kind else { throw unexpected("a name after '.'") }
                try advance()
                expression = try member(name, of: expression, from: start)
            } else if try skip("[") {
                let index = try self.expression()
                guard try skip("]") else { throw unexpected("']'") }
                if case .string(let name) = index.kind {
                    expression = try member(name, of: expression, from: start)
                } else {
                    expression = try make(.index(expression, index), from: start)
                }
            } else {
                return expression
            }
        }
    }

    private mutating func member(
        _ name: String, of receiver: RuleExpression, from start: Int
    ) throws(ExpressionProblem) -> RuleExpression {
        guard try skip("(") else { return try make(.property(receiver, name), from: start) }
        return try make(.call(receiver, name, try expressions(closedBy: ")")), from: start)
    }

    private mutating func operand() throws(ExpressionProblem) -> RuleExpression {
        let first = token
        let start = first.range.lowerBound
        switch first.kind {
        case .number(let number):
            try advance()
            return try make(.number(number), from: start)
        case .string(let text):
            try advance()
            return try make(.string(text), from: start)
        case .name(let name):
            try advance()
            switch name {
            case "null": return try make(.null, from: start)
            case "true", "false": return try make(.boolean(name == "true"), from: start)
            case _: return try make(.variable(name), from: start)
            }
        case .sign("("):
            try advance()
            let inner = try expression()
            guard try skip(")") else { throw unexpected("')'") }
            return inner
        case .sign("["):
            try advance()
            return try make(.list(try expressions(closedBy: "]")), from: start)
        case .sign("/"): return try pattern()
        case .sign, .end: throw unexpected("a value")
        }
    }

    private mutating func pattern() throws(ExpressionProblem) -> RuleExpression {
        let start = token.range.lowerBound
        let (body, flags) = try lexer.regularExpression(at: start)
        guard patternRoom > 0 else {
            throw ExpressionProblem("The regular expressions up to here are too large.", at: body)
        }
        let pattern = try RulePattern(lexer.scalars, body: body, flags: flags)
        patternRoom -= pattern.size
        end = lexer.offset
        token = try lexer.next()
        return try make(.pattern(pattern), from: start)
    }

    /// Reads expressions with commas between them, and the bracket that closes them.
    private mutating func expressions(
        closedBy bracket: String
    ) throws(ExpressionProblem) -> [RuleExpression] {
        if try skip(bracket) { return [] }
        var expressions: [RuleExpression] = []
        repeat { expressions.append(try expression()) } while try skip(",")
        guard try skip(bracket) else { throw unexpected("',' or '\(bracket)'") }
        return expressions
    }
}
