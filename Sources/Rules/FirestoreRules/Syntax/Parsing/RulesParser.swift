/// The result of parsing a rules file.
package struct ParsedRules: Sendable {
    /// The tree; nil if the file has mistakes.
    package var syntax: RulesetSyntax?
    /// The mistakes, in the order of the file.
    package var diagnostics: [Diagnostic]
    /// How many tokens the parser consumed.
    package var visitedTokens: Int
}

/// Parses a rules file by recursive descent.
///
/// After a mistake the parser continues where the next statement may begin. It never goes back, so its work is linear in
/// the length of the file.
package struct RulesParser {
    /// Thrown after a mistake was reported, inside a statement.
    struct Failure: Error {}

    /// After so many mistakes the parser stops.
    static let maximumMistakes = 100
    /// How deeply match blocks may be nested for the parser; the checker allows far less.
    static let maximumMatchDepth = 32
    /// The maximum height of trees, since the code that walks them is recursive and stacks are small. Only long chains of
    /// members reach this limit.
    static let maximumHeight = 256
    /// A mistake fewer tokens after another one is usually caused by it.
    private static let quietTokens = 3

    let lexer: Lexer
    private let tokens: [Token]
    private(set) var index = 0
    /// The kind of the next token.
    private(set) var kind: TokenKind
    private var visitedTokens = 0
    /// How many braces are open.
    private(set) var braces = 0

    private(set) var mistakes: [Diagnostic] = []
    private var lastMistake: Int?
    /// The offset of the first unexpected token.
    private var firstError: Int?
    /// How many mistakes had been reported before the outermost operand that is being parsed.
    private var mistakesBeforeOperand: Int?
    /// What Google's compiler reports while it parses a file without syntax errors.
    var findings: [Diagnostic] = []

    /// Nil for a version that does not exist.
    var version: RulesetSyntax.Version? = .one
    var depths = ExpressionDepths()
    var matchDepth = 0
    /// The token of the last match block inside eleven others.
    var twelfthMatch: SourceRange?

    private init(_ source: SourceFile) {
        var lexer = Lexer(source.content)
        tokens = lexer.tokens()
        self.lexer = lexer
        kind = tokens[0].kind
    }

    /// Parses a file.
    package static func parse(_ source: SourceFile) -> ParsedRules {
        if source.content.isEmpty {
            return ParsedRules(syntax: nil, diagnostics: [.emptyFile], visitedTokens: 0)
        }
        var parser = RulesParser(source)
        let syntax = parser.ruleset()
        let diagnostics = parser.diagnostics
        return ParsedRules(
            syntax: diagnostics.isEmpty ? syntax : nil, diagnostics: diagnostics,
            visitedTokens: parser.visitedTokens)
    }

    /// Like Google's compiler: after an unexpected token, nothing about the tree, nor about unknown characters before that token.
    private var diagnostics: [Diagnostic] {
        guard let firstError else {
            return (lexer.diagnostics + mistakes + findings + depths.findings).inOrder()
        }
        let unknown = lexer.diagnostics.filter { ($0.range?.start.offset ?? 0) >= firstError }
        return Array((unknown + mistakes).inOrder().prefix(Self.maximumMistakes))
    }

    // MARK: Tokens

    var token: Token { tokens[index] }

    func kind(after count: Int) -> TokenKind {
        tokens[min(index + count, tokens.count - 1)].kind
    }

    mutating func advance() -> Token {
        let token = token
        visitedTokens += 1
        if token.kind == .leftBrace { braces += 1 }
        if token.kind == .rightBrace { braces -= 1 }
        if index < tokens.count - 1 { index += 1 }
        kind = tokens[index].kind
        return token
    }

    mutating func accept(_ kind: TokenKind) -> Token? {
        self.kind == kind ? advance() : nil
    }

    mutating func expect(_ kind: TokenKind) throws(Failure) -> Token {
        guard let token = accept(kind) else { throw fail(.expected(kind)) }
        return token
    }

    mutating func identifier(_ role: SyntaxMistake.Role) throws(Failure) -> Identifier {
        guard let token = accept(.identifier) else { throw fail(.expectedName(role)) }
        return Identifier(lexer.text(of: token), at: token.range)
    }

    /// The name of a variable, which cannot be that of a package.
    mutating func variable(_ role: SyntaxMistake.Role) throws(Failure) -> Identifier {
        let name = try identifier(role)
        if version != nil, BuiltInFunction.packages.contains(name.name) {
            findings.append(.isPackage(name.name, at: name.range))
        }
        return name
    }

    // MARK: Mistakes

    /// Whether there are so many mistakes that no more are reported.
    var isExhausted: Bool { mistakes.count >= Self.maximumMistakes }

    /// Reports a known mistake at the next token, which is then parsed like the correct form. Nothing is reported right after
    /// another mistake, or at the end of a file that has others.
    mutating func report(_ mistake: SyntaxMistake) {
        let isEcho =
            lastMistake.map { index < $0 + Self.quietTokens } ?? (kind == .endOfFile && !mistakes.isEmpty)
        lastMistake = index
        if isEcho || isExhausted { return }
        var message = mistake.message(found: lexer.text(of: token), token.kind)
        if let unknownCharacter { message += " " + unknownCharacter.message }
        if mistakes.isEmpty, let comment = lexer.openComment, comment <= token.range.start {
            message += " The comment at line \(comment.line), column \(comment.column) has no end."
        }
        mistakes.append(Diagnostic(.error, message, at: token.range))
    }

    /// The character right before the next token that the lexer skipped, if any.
    private var unknownCharacter: Diagnostic? {
        let end = index > 0 ? tokens[index - 1].range.endOffset : -1
        return lexer.diagnostics.last { diagnostic in
            guard let offset = diagnostic.range?.start.offset else { return false }
            return offset <= token.range.start.offset && offset > end
        }
    }

    /// Reports an unexpected token. The statement cannot be parsed any further.
    @discardableResult
    mutating func fail(_ mistake: SyntaxMistake) -> Failure {
        let offset = token.range.start.offset
        if firstError == nil { firstError = offset }
        // Google's parser looks ahead to the end of an operand, and does not see mistakes in it before such a token.
        if let count = mistakesBeforeOperand {
            let before = mistakes[count...].prefix { $0.range.map { $0.start.offset < offset } ?? false }
                .count
            if before > 0 {
                mistakes.removeSubrange(count..<count + before)
                lastMistake = nil
            }
        }
        report(mistake)
        return Failure()
    }

    /// - Returns: Whether the operand is not inside another one.
    mutating func beginOperand() -> Bool {
        guard mistakesBeforeOperand == nil else { return false }
        mistakesBeforeOperand = mistakes.count
        return true
    }

    mutating func endOperand() { mistakesBeforeOperand = nil }

    // MARK: Recovery

    /// Skips the rest of a statement: past its semicolon or its own block, or up to a word that begins a statement, or the
    /// closing brace of the block.
    mutating func synchronize(_ statement: Int, in block: Int, to words: TokenSet = []) {
        var isOver = index == statement && advance().kind == .semicolon
        while !isOver, kind != .endOfFile, !beginsStatement {
            if braces <= block, kind == .rightBrace || words.contains(kind) { break }
            let skipped = advance().kind
            isOver =
                braces <= block && (skipped == .semicolon || skipped == .rightBrace && kind == .identifier)
        }
        braces = block
        endStatement()
    }

    /// Skips the rest of a header.
    ///
    /// - Returns: Whether the opening brace of the body is next: one before a statement, or not that of a wildcard.
    mutating func skipToBody(of body: Block, in block: Int) -> Bool {
        while kind != .endOfFile, kind != .semicolon, !beginsStatement {
            let isBalanced = braces == block && tokens[max(0, index - 1)].kind != .slash
            if kind == .leftBrace, isBalanced || body.statements.contains(kind(after: 1)) {
                braces = block
                endStatement()
                return true
            }
            if kind == .rightBrace, braces <= block { return false }
            _ = advance()
        }
        return false
    }

    /// Marks the next mistakes as independent of those before.
    mutating func endStatement() { lastMistake = nil }

    /// Whether the next token is a word that begins a statement, and not the name of a member.
    var beginsStatement: Bool {
        Self.statements.contains(kind) && (index == 0 || tokens[index - 1].kind != .dot)
    }

    private static let statements: TokenSet = [.allow, .function, .match, .service]
}
