/// What the parser has made of a rules file.
package struct ParsedRules: Sendable {
    /// The tree; nil if there is an error.
    package var syntax: RulesetSyntax?
    package var diagnostics: [Diagnostic]
}

/// Reads a rules file.
package struct RulesParser {
    struct SyntaxError: Error {
        var diagnostic: Diagnostic
    }

    /// How deep expressions and match blocks may nest.
    static let maximumDepth = 99

    let lexer: Lexer
    private let tokens: [Token]
    private var index = 0
    var depth = 0
    var diagnostics: [Diagnostic] = []

    private init(_ source: SourceFile) {
        var lexer = Lexer(source.content)
        tokens = lexer.tokens()
        self.lexer = lexer
    }

    package static func parse(_ source: SourceFile) -> ParsedRules {
        var parser = RulesParser(source)
        var diagnostics = RecoveringParser.diagnostics(of: parser.tokens, from: parser.lexer)
        var syntax: RulesetSyntax?
        do {
            syntax = try parser.ruleset()
        } catch {
            if diagnostics.isEmpty { diagnostics.append(error.diagnostic) }
        }
        diagnostics += parser.diagnostics
        return ParsedRules(syntax: diagnostics.isEmpty ? syntax : nil, diagnostics: diagnostics)
    }

    // MARK: Tokens

    var token: Token { tokens[index] }
    var kind: TokenKind { token.kind }

    func kind(after count: Int) -> TokenKind {
        tokens[min(index + count, tokens.count - 1)].kind
    }

    mutating func advance() -> Token {
        let token = token
        if index < tokens.count - 1 { index += 1 }
        return token
    }

    mutating func accept(_ kind: TokenKind) -> Token? {
        self.kind == kind ? advance() : nil
    }

    mutating func expect(_ kind: TokenKind) throws(SyntaxError) -> Token {
        guard let token = accept(kind) else { throw unexpected() }
        return token
    }

    func unexpected() -> SyntaxError {
        let text = kind == .endOfFile ? "<EOF>" : lexer.text(of: token)
        return SyntaxError(diagnostic: Diagnostic(.error, "Unexpected '\(text)'.", at: token.range))
    }

    mutating func identifier() throws(SyntaxError) -> Identifier {
        let token = try expect(.identifier)
        return Identifier(lexer.text(of: token), at: token.range)
    }

    mutating func descend() throws(SyntaxError) {
        depth += 1
        if depth > Self.maximumDepth {
            throw SyntaxError(
                diagnostic: Diagnostic(
                    .error, "Expression is too complex to evaluate safely.", at: token.range))
        }
    }
}
