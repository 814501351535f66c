/// Reads a broken rules file the way Google's parser does, to say the same about it: after a mistake it deletes or
/// inserts a token, or skips to one that may follow the rule it is in, and goes on.
struct RecoveringParser {
    /// A rule: where it was called, and in which other one.
    struct Frame {
        var rule: GrammarRule
        var parent: Int
        var call: Int
        /// The weakest operator that an expression takes.
        var level: Int
        /// The index of its first token.
        var start: Int
        var scope = TreeFindings.Scope()
    }

    /// Why a rule cannot go on.
    enum Failure: Error {
        case noWay(at: Int)
        /// The next token is not what is expected: here, or also at an earlier place that the rule could have ended at.
        case mismatch(isDecision: Bool)
        case exhausted
    }

    let network = ParserNetwork.rules
    let lexer: Lexer
    let tokens: [Token]
    var prediction: AlternativePrediction
    var diagnostics: [Diagnostic] = []

    var index = 0
    var state: Int
    var frames: [Frame] = [Frame(rule: .ruleset, parent: -1, call: -1, level: 0, start: 0)]
    var frame = 0
    var findings: TreeFindings

    /// Between a mistake and the next token that is right, nothing more is said.
    var isRecovering = false
    /// The token of the first mistake.
    var firstMistake: Int?
    /// Where a mistake last made the parser skip tokens: twice at one place, and it drops one.
    var lastSkip: (index: Int, states: Set<Int>) = (-1, [])
    /// A place before in which the next token was no part of what was expected, but the rule could end.
    var earlierPlace: (state: Int, frame: Int)?
    /// What the rule of a type's name has taken.
    var typeName = ""

    init(lexer: Lexer, tokens: [Token], budget: Int = 1_500_000) {
        self.lexer = lexer
        self.tokens = tokens
        prediction = AlternativePrediction(network: network, tokens: tokens, budget: budget)
        findings = TreeFindings(lexer: lexer, tokens: tokens)
        state = network.starts[GrammarRule.ruleset.rawValue]
    }

    /// Of what is deeper, no more is told than that it is: to look ahead in it would take time by the square of its depth.
    private static let maximumDepth = 256

    /// What is wrong with the file, in its order; empty if there is nothing, or it is beyond what can be looked into.
    static func diagnostics(of tokens: [Token], from lexer: Lexer) -> [Diagnostic] {
        if tokens.bracketDepth > maximumDepth { return [] }
        var parser = RecoveringParser(lexer: lexer, tokens: tokens)
        parser.run()
        guard let firstMistake = parser.firstMistake else {
            return (lexer.diagnostics + parser.diagnostics + parser.findings.diagnostics).inOrder()
        }
        // The first pass of Google's parser stops at the first mistake, and what it has said till then is lost.
        let first = tokens[firstMistake].range.start.offset
        let unrecognized = lexer.diagnostics.filter { ($0.range?.start.offset ?? 0) >= first }
        return (unrecognized + parser.diagnostics).inOrder()
    }

    private mutating func run() {
        while frame >= 0 {
            do {
                try step()
            } catch .exhausted {
                return
            } catch {
                report(error)
                recover()
                leave()
            }
        }
    }

    // MARK: Tokens

    var kind: TokenKind { tokens[index].kind }

    func kind(after offset: Int) -> TokenKind {
        tokens[min(index + offset, tokens.count - 1)].kind
    }

    mutating func consume() {
        typeName += lexer.text(of: tokens[index])
        if index < tokens.count - 1 { index += 1 }
    }

    // MARK: Rules

    private mutating func enter(_ rule: GrammarRule, level: Int) {
        if rule == .typeName { typeName = "" }
        var scope = frames[frame].scope
        findings.enter(rule, at: index, in: &scope)
        frames.append(
            Frame(rule: rule, parent: frame, call: state, level: level, start: index, scope: scope))
        frame = frames.count - 1
        state = network.starts[rule.rawValue]
    }

    private mutating func leave() {
        let call = frames[frame].call
        frame = frames[frame].parent
        if frame >= 0 { state = returnState(of: call) }
    }

    func returnState(of call: Int) -> Int {
        guard case .call(_, _, let next, _)? = network.states[call].edges.first else { return call }
        return next
    }

    private mutating func step() throws(Failure) {
        let current = network.states[state]
        switch current.role {
        case .step: try take(current.edges[0])
        case .choice(let isDistant):
            try synchronize(isLoopBack: false)
            try take(current.edges[try choose(among: current.edges, isDistant: isDistant)])
        case .optional:
            try synchronize(isLoopBack: false)
            try take(current.edges[goesOn() ? 0 : 1])
        case .someEntry:
            try synchronize(isLoopBack: false)
            try take(current.edges[0])
        case .loopEntry(let loop):
            try synchronize(isLoopBack: false)
            try take(current.edges[try repeats(loop) ? 0 : 1])
        case .loopBack(let loop):
            try synchronize(isLoopBack: true)
            try take(current.edges[try repeats(loop) ? 0 : 1])
        }
    }

    private mutating func take(_ edge: ParserNetwork.Edge) throws(Failure) {
        switch edge {
        case .nothing(let next): state = next
        case .token(let set, let next):
            try match(set, next: next)
            state = next
        case .call(let rule, let level, _, _): enter(rule, level: level)
        case .report(let message, let next):
            say(message)
            state = next
        case .action(let action, let next):
            perform(action)
            state = next
        case .end: leave()
        }
    }

    // MARK: Decisions

    private func goesOn() -> Bool {
        guard case .nothing(let body)? = network.states[state].edges.first else { return false }
        return network.firsts[body].contains(kind)
    }

    private mutating func choose(
        among edges: [ParserNetwork.Edge], isDistant: Bool
    ) throws(Failure) -> Int {
        if isDistant { return try predict() }
        let choice = edges.firstIndex { edge in
            guard case .nothing(let next) = edge else { return false }
            return network.firsts[next].contains(kind)
        }
        guard let choice else { throw .noWay(at: index) }
        return choice
    }

    private mutating func repeats(_ loop: ParserNetwork.Loop) throws(Failure) -> Bool {
        switch loop {
        case .near: return goesOn()
        case .distant: return try predict() == 0
        case .operators:
            guard let level = kind.operatorLevel, level >= frames[frame].level else { return false }
            // A slash may also begin the path of the next match block.
            let goesOn = kind == .slash ? try predict() == 0 : true
            if goesOn { findings.wrap(frames[frame].scope) }
            return goesOn
        }
    }

    private mutating func predict() throws(Failure) -> Int {
        var outcome = prediction.predict(from: state, at: index)
        if outcome == .conflict {
            outcome = prediction.predict(from: state, at: index, returningTo: returns)
        }
        switch outcome {
        case .edge(let edge): return edge
        case .dead(let index): throw .noWay(at: index)
        case .conflict, .exhausted: throw .exhausted
        }
    }

    /// Where the unfinished rules return to, from the outermost inwards.
    private var returns: [Int] {
        var returns: [Int] = []
        var frame = frame
        while frames[frame].call >= 0 {
            returns.append(returnState(of: frames[frame].call))
            frame = frames[frame].parent
        }
        return returns.reversed()
    }

    // MARK: Beyond the grammar

    private mutating func perform(_ action: GrammarAction) {
        switch action {
        case .checkTypeName:
            if TypeName(rawValue: typeName) == nil { say(TypeName.unsupported(typeName)) }
        case .checkAlias:
            if lexer.shownText(of: tokens[index]) != "as" {
                say("Import statement with alias must use the format 'as <alias>'")
            }
        }
    }

    mutating func say(_ message: String, at index: Int? = nil) {
        diagnostics.append(Diagnostic(.error, message, at: tokens[index ?? self.index].range))
    }
}

extension [Token] {
    /// How deep parentheses, brackets and the braces of maps are inside of one another.
    fileprivate var bracketDepth: Int {
        var depth = 0
        var deepest = 0
        for (token, next) in zip(self, dropFirst()) {
            switch (token.kind, next.kind) {
            case (.leftBrace, .match), (.leftBrace, .function), (.leftBrace, .allow): break
            case (.leftParenthesis, _), (.leftBracket, _), (.leftBrace, _): depth += 1
            case (.rightParenthesis, _), (.rightBracket, _), (.rightBrace, _): depth = Swift.max(0, depth - 1)
            default: break
            }
            deepest = Swift.max(deepest, depth)
        }
        return deepest
    }
}
