extension RulesParser {
    mutating func ruleset() -> RulesetSyntax {
        var ruleset = RulesetSyntax()
        header()
        ruleset.version = version ?? .one
        if kind == .endOfFile { fail(.expectedStatement(in: .file)) }
        while kind != .endOfFile, !isExhausted {
            let start = index
            do throws(Failure) {
                switch kind {
                case .function: if let function = try function() { ruleset.functions.append(function) }
                case .service: if let service = try service() { ruleset.services.append(service) }
                default: try misplaced()
                }
            } catch { synchronize(start, in: 0) }
        }
        return ruleset
    }

    /// What is at the top of the file but belongs into a block. Behind another mistake, the blocks around it seem to be
    /// closed only because of that mistake.
    private mutating func misplaced() throws(Failure) {
        if mistakes.isEmpty { fail(.expectedStatement(in: .file)) }
        var block = BlockSyntax()
        guard beginsStatement else { throw Failure() }
        try statement(of: .match, &block)
    }

    /// The version and the imports.
    private mutating func header() {
        let start = index
        do throws(Failure) {
            if let keyword = accept(.rulesVersion) { try readVersion(keyword.range) }
            while let keyword = accept(.import) { try readImport(keyword.range) }
        } catch { synchronize(start, in: 0) }
    }

    private mutating func readVersion(_ keyword: SourceRange) throws(Failure) {
        _ = try expect(.assign)
        let name = LiteralDecoding.string(lexer.text(of: try expect(.string)))
        _ = accept(.semicolon)
        version = RulesetSyntax.Version(name)
        if version == nil { findings.append(.unsupportedVersion(name, at: keyword)) }
    }

    private mutating func readImport(_ keyword: SourceRange) throws(Failure) {
        let module = LiteralDecoding.string(lexer.text(of: try expect(.string)))
        if kind != .semicolon {
            if kind == .identifier, lexer.text(of: token) != "as" { report(.expectedAs) }
            _ = try identifier(.alias)
            _ = try identifier(.alias)
        }
        _ = try expect(.semicolon)
        if !findings.contains(where: { $0.message == Diagnostic.importNotAllowed(at: keyword).message }) {
            findings.append(.importNotAllowed(at: keyword))
        }
        findings.append(.unknownModule(module, at: keyword))
    }

    private mutating func service() throws(Failure) -> ServiceSyntax? {
        _ = advance()
        if kind == .keywordAsServiceName, kind(after: 1) == .leftBrace { report(.reservedServiceName) }
        let isNamed = kind == .keywordAsServiceName || kind == .serviceName
        guard isNamed else { throw fail(.expectedName(.service)) }
        let name = advance()
        _ = try expect(.leftBrace)
        let block = block(.service)
        return ServiceSyntax(
            name: Identifier(lexer.text(of: name), at: name.range), functions: block.functions,
            matches: block.matches)
    }

    private mutating func match() throws(Failure) -> MatchSyntax? {
        matchDepth += 1
        defer { matchDepth -= 1 }
        let outer = braces
        let keyword = token.range
        if kind == .match { _ = advance() } else { report(.missingMatch) }
        if matchDepth == 12 { twelfthMatch = keyword }
        var template: PathTemplateSyntax?
        do throws(Failure) {
            template = try self.template()
            if kind != .leftBrace { throw fail(.expected(.leftBrace)) }
        } catch {
            guard skipToBody(of: .match, in: outer) else { throw error }
        }
        if matchDepth > Self.maximumMatchDepth {
            skipBody()
            return nil
        }
        _ = advance()
        let block = block(.match)
        guard let template else { return nil }
        return MatchSyntax(
            template: template, functions: block.functions, allows: block.allows, matches: block.matches,
            range: keyword.extended(to: block.end))
    }

    /// Blocks are nested so deeply that there will be no tree.
    private mutating func skipBody() {
        if let twelfthMatch, findings.last != .tooDeepMatch(at: twelfthMatch) {
            findings.append(.tooDeepMatch(at: twelfthMatch))
        }
        let outer = braces
        repeat { _ = advance() } while braces > outer && kind != .endOfFile
    }

    private mutating func allow() throws(Failure) -> AllowSyntax {
        let start = advance().range
        let methods = try methods()
        var range = methods.last.map { start.extended(to: $0.range) } ?? start
        let condition = try condition()
        if let condition { range = range.extended(to: condition.range) }
        if let end = accept(.semicolon) {
            range = range.extended(to: end.range)
        } else if !Self.afterAllow.contains(kind) {
            throw fail(condition == nil ? .expectedCondition : .expected(.semicolon))
        }
        return AllowSyntax(methods: methods, condition: condition, range: range)
    }

    private mutating func methods() throws(Failure) -> [Identifier] {
        var methods = [try identifier(.operation)]
        while kind == .comma {
            // A trailing comma is the mistake itself.
            let isLast = [.colon, .if].contains(kind(after: 1)) || Self.afterAllow.contains(kind(after: 1))
            if isLast { report(.extra) }
            _ = advance()
            if isLast { break }
            methods.append(try identifier(.operation))
        }
        return methods
    }

    private static let afterAllow: TokenSet = [
        .semicolon, .rightBrace, .allow, .function, .match, .service, .slash, .pathSegment, .endOfFile,
    ]

    private mutating func condition() throws(Failure) -> Expression? {
        switch kind {
        case .colon: _ = advance()
        case .if: report(.missingColon)
        default: return nil
        }
        if accept(.if) == nil {
            if !beginsExpression { throw fail(.expected(.if)) }
            report(.missingIf)
        } else if !beginsExpression {
            guard Self.afterAllow.contains(kind) else { throw fail(.missingCondition) }
            report(.missingCondition)
            return nil
        }
        return try expression()
    }

    // MARK: Blocks

    /// A statement in the braces of a service or a match block.
    private struct BlockSyntax {
        var functions: [FunctionSyntax] = []
        var allows: [AllowSyntax] = []
        var matches: [MatchSyntax] = []
        /// The closing brace.
        var end = SourceRange(start: .start, endOffset: 0)
    }

    /// The statements of a block after its opening brace, up to its closing brace.
    private mutating func block(_ kind: Block) -> BlockSyntax {
        let depth = braces
        var block = BlockSyntax()
        if self.kind == .rightBrace { report(.emptyBlock(kind)) }
        while ![.rightBrace, .service, .endOfFile].contains(self.kind), !isExhausted {
            let start = index
            do throws(Failure) {
                try statement(of: kind, &block)
                endStatement()
            } catch { synchronize(start, in: depth) }
        }
        block.end = close()
        return block
    }

    /// Consumes the closing brace. After another mistake it may be missing only because of that one.
    mutating func close() -> SourceRange {
        if let brace = accept(.rightBrace) { return brace.range }
        if mistakes.isEmpty { fail(.expected(.rightBrace)) }
        return token.range
    }

    private mutating func statement(of kind: Block, _ block: inout BlockSyntax) throws(Failure) {
        switch self.kind {
        case .function: if let function = try function() { block.functions.append(function) }
        case .match, .slash, .pathSegment: if let match = try match() { block.matches.append(match) }
        case .allow:
            if kind == .service, mistakes.isEmpty { fail(.expectedStatement(in: .service)) }
            block.allows.append(try allow())
        default:
            fail(.expectedStatement(in: kind))
            // A misspelled `match` is one, too.
            guard [.slash, .pathSegment].contains(self.kind(after: 1)) else { throw Failure() }
            _ = advance()
            _ = try match()
        }
    }
}

/// What contains statements.
enum Block {
    case file
    case service
    case match
    case function

    /// The words that begin its statements.
    var statements: TokenSet {
        switch self {
        case .file: [.service, .function]
        case .service: [.match, .function]
        case .match: [.allow, .match, .function]
        case .function: [.let, .return]
        }
    }
}

extension RulesetSyntax.Version {
    /// The version of a name; nil if unknown.
    fileprivate init?(_ name: String) {
        switch name {
        case "1": self = .one
        case "2": self = .two
        default: return nil
        }
    }
}
