/// Match blocks nest only so deep, and a chain of them has only so many segments, captures and globs.
enum MatchLimitCheck {
    /// What the compiler takes, one level more than it says.
    static let maximumDepth = 11
    static let maximumLength = 100
    static let maximumCaptures = 20

    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        let allowsInnerGlobs = checker.syntax.version == .two
        return checker.syntax.services.flatMap(\.matches).flatMap {
            diagnostics($0, below: Chain(), allowsInnerGlobs: allowsInnerGlobs)
        }
    }

    /// What the blocks around a block have already.
    private struct Chain {
        var depth = 0
        var length = 0
        var captures = 0
        var globs = 0
    }

    private static func diagnostics(
        _ match: MatchSyntax, below outer: Chain, allowsInnerGlobs: Bool
    ) -> [Diagnostic] {
        var chain = outer
        chain.depth += 1
        for segment in match.template.segments {
            chain.length += 1
            switch segment {
            case .literal: break
            case .capture: chain.captures += 1
            case .glob:
                chain.captures += 1
                chain.globs += 1
            }
        }
        if let excess = excess(of: chain) { return [Diagnostic(.error, excess, at: match.keyword)] }
        // The first version says something else about globs.
        let hasSecondGlob = allowsInnerGlobs && outer.globs > 0 && chain.globs > outer.globs
        return (hasSecondGlob ? [.secondGlob(match)] : [])
            + match.matches.flatMap { diagnostics($0, below: chain, allowsInnerGlobs: allowsInnerGlobs) }
    }

    private static func excess(of chain: Chain) -> String? {
        if chain.depth > maximumDepth { return "Maximum allowed resource rule depth of 10 is reached." }
        if chain.length > maximumLength {
            return "Maximum allowed path length of \(maximumLength) is reached."
        }
        return chain.captures > maximumCaptures
            ? "Maximum allowed amount of \(maximumCaptures) match field variables is reached." : nil
    }
}

extension MatchSyntax {
    /// The word `match`.
    var keyword: SourceRange {
        SourceRange(start: range.start, endOffset: range.start.offset + "match".count - 1)
    }
}

extension Diagnostic {
    fileprivate static func secondGlob(_ match: MatchSyntax) -> Diagnostic {
        let message =
            "Invalid glob match expression. Only one glob match is permitted in a match declaration path."
        return Diagnostic(.error, message, at: match.keyword)
    }
}
