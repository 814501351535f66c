/// The result of parsing a rules file.
package struct ParsedRules: Sendable {
    /// The tree; nil if the file has mistakes.
    package var syntax: RulesetSyntax?
    /// The mistakes, in the order of the file.
    package var diagnostics: [Diagnostic]
    /// How many tokens the parser took or skipped.
    package var visitedTokens: Int
}

/// Parses a rules file by recursive descent.
///
/// After a mistake the parser skips to where the next statement may begin and goes on there. It never goes back, so its
/// work is linear in the length of the file.
package struct RulesParser {
    /// Thrown after a mistake was reported: the parser is somewhere inside of a statement.
    struct Failure: Error {}

    /// How many mistakes are reported; then the parser stops.
    static let maximumMistakes = 100
    /// How deep match blocks may nest to be parsed at all; the checker allows far fewer.
    static let maximumMatchDepth = 32
    /// How high trees may grow: the code that walks them is recursive, and stacks are small. Only long chains of
    /// members reach this limit.
    static let maximumHeight = 256
    /// A mistake that follows another by fewer tokens is usually caused by it.
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
    /// The offset of the first token that fits nowhere.
    private var firstError: Int?
    /// How many mistakes had been reported before the outermost operand that the parser is inside of.
    private var mistakesBeforeOperand: Int?
    /// What Google's compiler reports when it makes a tree of a file without syntax errors.
    var findings: [Diagnostic] = []

    /// Nil for a version that does not exist.
    var version: RulesetSyntax.Version? = .one
    var depths = ExpressionDepths()
    var matchDepth = 0
    /// The token of the last match block inside of eleven others.
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

    /// As Google's compiler does: if a token fits nowhere, nothing is said about the tree, nor about unknown characters
    /// before that token.
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

    /// Whether so much is wrong that nothing more is reported.
    var isExhausted: Bool { mistakes.count >= Self.maximumMistakes }

    /// Reports a mistake at the next token that the parser knows and parses like the correct form. Nothing is reported at
    /// once after another mistake, or at the end of a file that has others.
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

    /// Reports that the next token fits nowhere. The statement cannot be parsed any further.
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

    /// - Returns: Whether the operand is inside of no other.
    mutating func beginOperand() -> Bool {
        guard mistakesBeforeOperand == nil else { return false }
        mistakesBeforeOperand = mistakes.count
        return true
    }

    mutating func endOperand() { mistakesBeforeOperand = nil }

    // MARK: Recovery

    /// Skips the rest of a statement of a block: to behind its semicolon or its own block, to a word that begins a
    /// statement, or to the brace that closes the block.
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
    /// - Returns: Whether the brace is next that opens the body: one with a statement behind it, or that is no wildcard's.
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

    /// What follows is not caused by what was reported before.
    mutating func endStatement() { lastMistake = nil }

    /// Whether the next token is a word that begins a statement of a block, and not the name of a member.
    var beginsStatement: Bool {
        Self.statements.contains(kind) && (index == 0 || tokens[index - 1].kind != .dot)
    }

    private static let statements: TokenSet = [.allow, .function, .match, .service]
}
