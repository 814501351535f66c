/// What Google's compiler finds when it makes a tree of a file whose syntax has no mistakes.
struct TreeFindings {
    /// What a rule is inside of.
    struct Scope {
        fileprivate var chain: Int?
        fileprivate var path: Int?
        fileprivate var matchDepth = 0
        fileprivate var deepestMatch: Int?
    }

    /// An expression with the operators after it. Each operator makes a new expression around what stands before it.
    private struct Chain {
        /// The chain around it, and how many operators that had when this one began.
        var outer: (chain: Int, operators: Int)?
        var operators = 0
        var start: Int
    }

    /// A path, in a match block or an expression.
    private struct Path {
        var isTemplate: Bool
        var names: Set<String> = []
        /// The first token of the last segment that has a glob.
        var glob: Int?
    }

    private let lexer: Lexer
    private let tokens: [Token]
    private var found: [Diagnostic] = []
    private var hasImports = false
    private var allowsInnerGlobs = false
    /// Versions that do not exist have no packages.
    private var knowsPackages = true
    private var chains: [Chain] = []
    private var paths: [Path] = []

    init(lexer: Lexer, tokens: [Token]) {
        self.lexer = lexer
        self.tokens = tokens
    }

    var diagnostics: [Diagnostic] { found + tooComplex }

    private func range(_ token: Int) -> SourceRange { tokens[token].range }

    // MARK: Rules

    /// A rule begins at a token.
    mutating func enter(_ rule: GrammarRule, at token: Int, in scope: inout Scope) {
        switch rule {
        case .expression:
            let outer = scope.chain.map { (chain: $0, operators: chains[$0].operators) }
            chains.append(Chain(outer: outer, start: token))
            scope.chain = chains.count - 1
            scope.path = nil
        case .template, .path:
            paths.append(Path(isTemplate: rule == .template))
            scope.path = paths.count - 1
        case .templateSegment: beginSegment(in: scope)
        case .matchDeclaration: beginMatch(at: token, in: &scope)
        default: break
        }
    }

    /// In the first version a glob is the last segment.
    private mutating func beginSegment(in scope: Scope) {
        guard let path = scope.path, paths[path].isTemplate, !allowsInnerGlobs, let glob = paths[path].glob
        else { return }
        paths[path].glob = nil
        found.append(.innerGlob(at: range(glob)))
    }

    /// So many match blocks in one another that there will be no tree.
    private mutating func beginMatch(at token: Int, in scope: inout Scope) {
        scope.matchDepth += 1
        if scope.matchDepth == 12 { scope.deepestMatch = token }
        guard scope.matchDepth == RulesParser.maximumMatchDepth + 1, let deepest = scope.deepestMatch else {
            return
        }
        let diagnostic = Diagnostic.tooDeepMatch(at: range(deepest))
        if found.last != diagnostic { found.append(diagnostic) }
    }

    /// An operator follows the expression of a scope.
    mutating func wrap(_ scope: Scope) {
        if let chain = scope.chain { chains[chain].operators += 1 }
    }

    // MARK: Tokens

    /// A rule takes a token. The rules are given from the innermost outwards, with their first tokens.
    mutating func match(_ token: Int, in rules: [(rule: GrammarRule, start: Int)], scope: Scope) {
        let text = lexer.text(of: tokens[token])
        switch (rules[0].rule, tokens[token].kind) {
        case (.identifier, _):
            guard rules.count > 2, rules[1].rule == .variableName else { return }
            name(
                text, at: token, isCapture: rules[2].rule == .capture || rules[2].rule == .globCapture, scope)
        case (.globCapture, .glob): glob(inSegmentAt: rules[1].start, scope)
        case (.literal, .integer):
            guard Int64(text) == nil, !isSmallestInteger(token, text, rules) else { return }
            found.append(.invalidNumber(text, at: range(token)))
        case (.literal, .bytes):
            if LiteralDecoding.bytes(text) == nil { found.append(.invalidBytes(text, at: range(token))) }
        case (.versionStatement, .string): version(LiteralDecoding.string(text), at: rules[0].start)
        case (.importStatement, .string): module(LiteralDecoding.string(text), at: rules[0].start)
        default: break
        }
    }

    private mutating func name(_ text: String, at token: Int, isCapture: Bool, _ scope: Scope) {
        if knowsPackages, PackageName.all.contains(text) { found.append(.isPackage(text, at: range(token))) }
        guard isCapture, let path = scope.path else { return }
        if !paths[path].names.insert(text).inserted {
            found.append(.repeatedCapture(text, at: range(token)))
        }
    }

    private mutating func glob(inSegmentAt start: Int, _ scope: Scope) {
        guard let path = scope.path, paths[path].isTemplate else { return }
        if allowsInnerGlobs, paths[path].glob != nil { found.append(.secondGlob(at: range(start))) }
        paths[path].glob = start
    }

    /// The minus before the literal is the expression's first token, and nothing else belongs to the literal.
    private func isSmallestInteger(
        _ token: Int, _ text: String, _ rules: [(rule: GrammarRule, start: Int)]
    ) -> Bool {
        text == "9223372036854775808" && rules.count > 2 && rules[1].rule == .simpleExpression
            && rules[1].start == token && rules[2].rule == .expression && rules[2].start == token - 1
            && tokens[token - 1].kind == .minus && tokens[token + 1].kind != .leftBracket
    }

    private mutating func version(_ name: String, at token: Int) {
        let version = RulesetSyntax.Version(name)
        allowsInnerGlobs = version == .two
        knowsPackages = version != nil
        if version == nil { found.append(.unsupportedVersion(name, at: range(token))) }
    }

    private mutating func module(_ name: String, at token: Int) {
        if !hasImports { found.append(.importNotAllowed(at: range(token))) }
        hasImports = true
        found.append(.unknownModule(name, at: range(token)))
    }

    // MARK: Depth

    /// The outermost expressions that are inside of too many others.
    private var tooComplex: [Diagnostic] {
        var depths: [Int] = []
        var diagnostics: [Diagnostic] = []
        for chain in chains {
            let depth = chain.outer.map { outer in
                depths[outer.chain] + chains[outer.chain].operators - outer.operators + 1
            }
            let outermost = depth ?? 1
            depths.append(outermost)
            let limit = Measured.maximumLevels
            if outermost <= limit + 1, outermost + chain.operators > limit {
                diagnostics.append(.tooComplex(at: range(chain.start)))
            }
        }
        return diagnostics
    }
}
