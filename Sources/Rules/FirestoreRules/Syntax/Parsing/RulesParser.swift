/// What the parser has made of a rules file.
package struct ParsedRules: Sendable {
    /// The tree; nil if the file has mistakes that keep it from being read as one.
    package var syntax: RulesetSyntax?
    /// The mistakes, in the order of the file.
    package var diagnostics: [Diagnostic]
}

/// Reads a rules file into a tree. It knows only correct files, and gives up at the first mistake: what is said about
/// it is the matter of `RecoveringParser`.
package struct RulesParser {
    enum Failure: Error {
        case mistake
        case tooComplex
        case tooDeep
    }

    /// How deep match blocks may nest to be read at all; the compiler takes far less.
    static let maximumMatchDepth = 32

    let lexer: Lexer
    private let tokens: [Token]
    private var index = 0
    var matchDepth = 0
    /// Whether a path may go on after a glob.
    var allowsInnerGlobs = false
    /// Whether a slash after a path divides it only if nothing else is possible, which takes a second look.
    var isDoubtful = false
    /// How many expressions the parser is inside of.
    var expressionDepth = 0

    private init(_ source: SourceFile) {
        var lexer = Lexer(source.content)
        tokens = lexer.tokens()
        self.lexer = lexer
    }

    package static func parse(_ source: SourceFile) -> ParsedRules {
        if source.content.isEmpty { return ParsedRules(syntax: nil, diagnostics: [.emptyFile]) }
        var parser = RulesParser(source)
        do {
            let syntax = try parser.ruleset()
            let isCertain = !parser.isDoubtful && parser.lexer.diagnostics.isEmpty
            let found = isCertain ? [] : RecoveringParser.diagnostics(of: parser.tokens, from: parser.lexer)
            return ParsedRules(syntax: found.isEmpty ? syntax : nil, diagnostics: found)
        } catch {
            let found = RecoveringParser.diagnostics(of: parser.tokens, from: parser.lexer)
            return ParsedRules(
                syntax: nil, diagnostics: found.isEmpty ? [parser.diagnostic(of: error)] : found)
        }
    }

    /// What to say about a mistake that is beyond the means of the recovering parser.
    private func diagnostic(of failure: Failure) -> Diagnostic {
        switch failure {
        case .mistake: .unexpected(lexer.shownText(of: token), at: token.range)
        case .tooComplex: .tooComplex(at: token.range)
        case .tooDeep: .tooDeepMatch(at: token.range)
        }
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

    mutating func expect(_ kind: TokenKind) throws(Failure) -> Token {
        guard let token = accept(kind) else { throw .mistake }
        return token
    }

    mutating func identifier() throws(Failure) -> Identifier {
        let token = try expect(.identifier)
        return Identifier(lexer.text(of: token), at: token.range)
    }
}
