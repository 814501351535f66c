/// The depth of match blocks is limited, and so are the segments, captures and globs of a chain of them.
enum MatchLimitCheck {
    /// The compiler's limit, which is one more than its message says.
    static let maximumDepth = 11
    static let maximumLength = 100
    static let maximumCaptures = 20

    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        let allowsInnerGlobs = checker.syntax.version == .two
        return checker.syntax.services.flatMap(\.matches).flatMap {
            diagnostics($0, below: Chain(), allowsInnerGlobs: allowsInnerGlobs)
        }
    }

    /// The totals of the blocks around a block.
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
        // Version 1 has another message for globs.
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
