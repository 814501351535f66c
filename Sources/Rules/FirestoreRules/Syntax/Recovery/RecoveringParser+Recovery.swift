/// What happens at a mistake.
extension RecoveringParser {
    /// Takes a token; a wrong one is left out if the next is right, and a missing one made up if this may follow it.
    mutating func match(_ set: TokenSet, next: Int) throws(Failure) {
        if set.contains(kind) {
            endRecovery()
            findings.match(index, in: innermostRules, scope: frames[frame].scope)
            consume()
        } else if deleteToken() {
            consume()
        } else if expected(in: next, frame).contains(kind) {
            reportMissing()
            if expectedHere.kinds.count == 1 { typeName += "<missing \(expectedHere)>" }
        } else {
            throw .mismatch(isDecision: false)
        }
    }

    private var innermostRules: [(rule: GrammarRule, start: Int)] {
        var rules: [(rule: GrammarRule, start: Int)] = []
        var frame = frame
        while frame >= 0, rules.count < 3 {
            rules.append((frames[frame].rule, frames[frame].start))
            frame = frames[frame].parent
        }
        return rules
    }

    /// Looks before a decision whether the next token has a place in it.
    mutating func synchronize(isLoopBack: Bool) throws(Failure) {
        if isRecovering { return }
        if network.firsts[state].contains(kind) {
            earlierPlace = nil
        } else if network.canEnd[state] {
            if earlierPlace == nil { earlierPlace = (state, frame) }
        } else if isLoopBack {
            reportUnwanted()
            skip(to: expectedHere.union(followers))
        } else if !deleteToken() {
            throw .mismatch(isDecision: true)
        }
    }

    /// Skips to a token that may follow one of the unfinished rules.
    mutating func recover() {
        if lastSkip.index == index, lastSkip.states.contains(state) { consume() }
        if lastSkip.index != index { lastSkip = (index, lastSkip.states) }
        lastSkip.states.insert(state)
        skip(to: followers)
    }

    private mutating func skip(to set: TokenSet) {
        while kind != .endOfFile, !set.contains(kind) { consume() }
    }

    private mutating func deleteToken() -> Bool {
        guard expectedHere.contains(kind(after: 1)) else { return false }
        reportUnwanted()
        consume()
        endRecovery()
        return true
    }

    private mutating func endRecovery() {
        isRecovering = false
        lastSkip = (-1, [])
    }

    // MARK: What is expected

    private var expectedHere: TokenSet { expected(in: state, frame) }

    /// What may come next, through the ends of as many rules as the state is at the end of.
    private func expected(in state: Int, _ frame: Int) -> TokenSet {
        var expected = network.firsts[state]
        var canEnd = network.canEnd[state]
        var frame = frame
        while canEnd, frames[frame].call >= 0 {
            let next = returnState(of: frames[frame].call)
            expected.formUnion(network.firsts[next])
            canEnd = network.canEnd[next]
            frame = frames[frame].parent
        }
        if canEnd { expected.insert(.endOfFile) }
        return expected
    }

    /// What may follow any of the unfinished rules.
    private var followers: TokenSet {
        var followers = TokenSet()
        var frame = frame
        while frames[frame].call >= 0 {
            followers.formUnion(network.firsts[returnState(of: frames[frame].call)])
            frame = frames[frame].parent
        }
        return followers
    }

    // MARK: Messages

    mutating func report(_ failure: Failure) {
        guard beginMistake() else { return }
        switch failure {
        case .noWay(let index): diagnostics.append(unexpected(tokens[index]))
        case .mismatch(let isDecision):
            let earlier = isDecision ? nil : earlierPlace
            let expected = earlier.map { self.expected(in: $0.state, $0.frame) } ?? expectedHere
            say("mismatched input \(quoted) expecting \(expected)")
        case .exhausted: return
        }
    }

    /// Unlike other mistakes, this one is always told, and hides no other.
    private mutating func reportUnwanted() {
        noteMistake()
        diagnostics.append(unexpected(tokens[index]))
    }

    private func unexpected(_ token: Token) -> Diagnostic {
        .unexpected(lexer.shownText(of: token), at: token.range)
    }

    private mutating func reportMissing() {
        if beginMistake() { say("missing \(expectedHere) at \(quoted)") }
    }

    private mutating func beginMistake() -> Bool {
        if isRecovering { return false }
        isRecovering = true
        noteMistake()
        return true
    }

    private mutating func noteMistake() {
        if firstMistake == nil { firstMistake = max(index, prediction.farthest) }
    }

    /// The next token, as messages of mismatches show it.
    private var quoted: String {
        "'\(Lexer.escaped(lexer.shownText(of: tokens[index])))'"
    }
}
