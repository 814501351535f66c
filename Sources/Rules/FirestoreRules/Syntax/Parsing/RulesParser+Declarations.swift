extension RulesParser {
    mutating func ruleset() throws(Failure) -> RulesetSyntax {
        var ruleset = RulesetSyntax()
        if accept(.rulesVersion) != nil { ruleset.version = try version() }
        allowsInnerGlobs = ruleset.version == .two
        repeat {
            switch kind {
            case .function: ruleset.functions.append(try function())
            case .service: ruleset.services.append(try service())
            default: throw .mistake
            }
        } while kind != .endOfFile
        return ruleset
    }

    private mutating func version() throws(Failure) -> RulesetSyntax.Version {
        _ = try expect(.assign)
        let token = try expect(.string)
        _ = accept(.semicolon)
        guard let version = RulesetSyntax.Version(LiteralDecoding.string(lexer.text(of: token))) else {
            throw .mistake
        }
        return version
    }

    private mutating func service() throws(Failure) -> ServiceSyntax {
        _ = try expect(.service)
        let name = try expect(.serviceName)
        _ = try expect(.leftBrace)
        var functions: [FunctionSyntax] = []
        var matches: [MatchSyntax] = []
        repeat {
            switch kind {
            case .function: functions.append(try function())
            case .match: matches.append(try match())
            default: throw .mistake
            }
        } while accept(.rightBrace) == nil
        return ServiceSyntax(
            name: Identifier(lexer.text(of: name), at: name.range), functions: functions, matches: matches)
    }

    private mutating func function() throws(Failure) -> FunctionSyntax {
        let start = try expect(.function)
        let name = try identifier()
        _ = try expect(.leftParenthesis)
        var parameters: [Identifier] = []
        if kind != .rightParenthesis {
            repeat { parameters.append(try identifier()) } while accept(.comma) != nil
        }
        _ = try expect(.rightParenthesis)
        _ = try expect(.leftBrace)
        let bindings = try bindings()
        _ = try expect(.return)
        let result = try expression().node
        _ = accept(.semicolon)
        let end = try expect(.rightBrace)
        return FunctionSyntax(
            name: name, parameters: parameters, bindings: bindings, result: result,
            range: start.range.extended(to: end.range))
    }

    private mutating func bindings() throws(Failure) -> [FunctionSyntax.Binding] {
        var bindings: [FunctionSyntax.Binding] = []
        while let keyword = accept(.let) {
            let name = try identifier()
            _ = try expect(.assign)
            bindings.append(
                FunctionSyntax.Binding(name: name, value: try expression().node, keyword: keyword.range))
            _ = try expect(.semicolon)
        }
        return bindings
    }

    private mutating func match() throws(Failure) -> MatchSyntax {
        matchDepth += 1
        defer { matchDepth -= 1 }
        if matchDepth > Self.maximumMatchDepth { throw .tooDeep }
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
            default: throw .mistake
            }
        } while kind != .rightBrace
        match.range = start.range.extended(to: advance().range)
        return match
    }

    private mutating func allow() throws(Failure) -> AllowSyntax {
        let start = try expect(.allow)
        var methods: [Identifier] = []
        repeat { methods.append(try identifier()) } while accept(.comma) != nil
        var range = start.range
        if let last = methods.last { range = range.extended(to: last.range) }
        var condition: Expression?
        if accept(.colon) != nil {
            _ = try expect(.if)
            let expression = try expression().node
            range = range.extended(to: expression.range)
            condition = expression
        }
        if let end = accept(.semicolon) { range = range.extended(to: end.range) }
        return AllowSyntax(methods: methods, condition: condition, range: range)
    }
}

extension RulesetSyntax.Version {
    /// The version of a name; nil if there is none of this name.
    init?(_ name: String) {
        switch name {
        case "1": self = .one
        case "2": self = .two
        default: return nil
        }
    }
}
