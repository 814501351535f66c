extension RulesParser {
    mutating func ruleset() throws(SyntaxError) -> RulesetSyntax {
        var ruleset = RulesetSyntax()
        if accept(.rulesVersion) != nil { ruleset.version = try version() }
        repeat {
            switch kind {
            case .function: ruleset.functions.append(try function())
            case .service: ruleset.services.append(try service())
            default: throw unexpected()
            }
        } while kind != .endOfFile
        return ruleset
    }

    private mutating func version() throws(SyntaxError) -> RulesetSyntax.Version {
        _ = try expect(.assign)
        let token = try expect(.string)
        _ = accept(.semicolon)
        switch LiteralDecoding.string(lexer.text(of: token)) {
        case "1": return .one
        case "2": return .two
        case let other:
            let message = "Unsupported rules version \(other)."
            throw SyntaxError(diagnostic: Diagnostic(.error, message, at: token.range))
        }
    }

    private mutating func service() throws(SyntaxError) -> ServiceSyntax {
        _ = try expect(.service)
        let name = try expect(.serviceName)
        _ = try expect(.leftBrace)
        var functions: [FunctionSyntax] = []
        var matches: [MatchSyntax] = []
        repeat {
            switch kind {
            case .function: functions.append(try function())
            case .match: matches.append(try match())
            default: throw unexpected()
            }
        } while accept(.rightBrace) == nil
        return ServiceSyntax(
            name: Identifier(lexer.text(of: name), at: name.range), functions: functions, matches: matches)
    }

    private mutating func function() throws(SyntaxError) -> FunctionSyntax {
        let start = try expect(.function)
        let name = try identifier()
        _ = try expect(.leftParenthesis)
        var parameters: [Identifier] = []
        if kind != .rightParenthesis {
            repeat { parameters.append(try identifier()) } while accept(.comma) != nil
        }
        _ = try expect(.rightParenthesis)
        _ = try expect(.leftBrace)
        var bindings: [FunctionSyntax.Binding] = []
        while let keyword = accept(.let) {
            let name = try identifier()
            _ = try expect(.assign)
            bindings.append(
                FunctionSyntax.Binding(name: name, value: try expression(), keyword: keyword.range))
            _ = try expect(.semicolon)
        }
        _ = try expect(.return)
        let result = try expression()
        _ = accept(.semicolon)
        let end = try expect(.rightBrace)
        return FunctionSyntax(
            name: name, parameters: parameters, bindings: bindings, result: result,
            range: start.range.extended(to: end.range))
    }

    private mutating func match() throws(SyntaxError) -> MatchSyntax {
        try descend()
        defer { depth -= 1 }
        let start = try expect(.match)
        let template = try template()
        _ = try expect(.leftBrace)
        var match = MatchSyntax(
            template: template, functions: [], allows: [], matches: [], range: start.range)
        repeat {
            switch kind {
            case .function: match.functions.append(try function())
            case .allow: match.allows.append(try allow())
            case .match: match.matches.append(try self.match())
            default: throw unexpected()
            }
        } while kind != .rightBrace
        match.range = start.range.extended(to: advance().range)
        return match
    }

    private mutating func template() throws(SyntaxError) -> PathTemplateSyntax {
        var template = PathTemplateSyntax(segments: [], range: token.range)
        repeat {
            let token = token
            if accept(.pathSegment) != nil {
                template.segments.append(.literal(PathEscapes.decoded(lexer.text(of: token).dropFirst())))
                template.range = template.range.extended(to: token.range)
            } else {
                let (capture, end) = try capture()
                switch capture {
                case .globVariable(let name): template.segments.append(.glob(name))
                case .variable(let name): template.segments.append(.capture(name))
                case .literal, .interpolation: throw unexpected()
                }
                template.range = template.range.extended(to: end)
            }
        } while kind == .pathSegment || kind == .slash
        return template
    }

    /// `/{name}`, `/{name=*}`, `/{name=**}` and the range of its brace.
    mutating func capture() throws(SyntaxError) -> (Expression.PathSegment, SourceRange) {
        _ = try expect(.slash)
        _ = try expect(.leftBrace)
        let name = try identifier()
        var isGlob = false
        if accept(.assign) != nil {
            isGlob = kind == .glob
            if !isGlob { _ = try expect(.star) } else { _ = advance() }
        }
        let end = try expect(.rightBrace)
        return (isGlob ? .globVariable(name) : .variable(name), end.range)
    }

    private mutating func allow() throws(SyntaxError) -> AllowSyntax {
        let start = try expect(.allow)
        var methods: [Identifier] = []
        repeat { methods.append(try identifier()) } while accept(.comma) != nil
        var range = start.range
        if let last = methods.last { range = range.extended(to: last.range) }
        var condition: Expression?
        if accept(.colon) != nil {
            _ = try expect(.if)
            let expression = try expression()
            range = range.extended(to: expression.range)
            condition = expression
        }
        if let end = accept(.semicolon) { range = range.extended(to: end.range) }
        return AllowSyntax(methods: methods, condition: condition, range: range)
    }
}
