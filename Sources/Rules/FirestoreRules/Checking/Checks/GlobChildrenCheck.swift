/// In version 1 nothing matches below a glob.
enum GlobChildrenCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        switch checker.syntax.version {
        case .one: checker.syntax.services.flatMap { $0.matches.flatMap(diagnostics) }
        case .two: []
        }
    }

    private static func diagnostics(_ match: MatchSyntax) -> [Diagnostic] {
        let below = match.matches.flatMap(diagnostics)
        return match.template.hasGlob && !match.matches.isEmpty ? [.globHasChildren(match)] + below : below
    }
}

extension PathTemplateSyntax {
    fileprivate var hasGlob: Bool {
        segments.contains { if case .glob = $0 { true } else { false } }
    }
}

extension Diagnostic {
    fileprivate static func globHasChildren(_ match: MatchSyntax) -> Diagnostic {
        Diagnostic(
            .warning, "Glob(**) resource rules should not have child resource rules.", at: match.keyword)
    }
}
