import RegularExpressions

/// Literal regular expressions must be valid.
enum PatternCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var known: [String: Bool] = [:]
        return checker.mentions.flatMap(\.0.patterns).filter { pattern in
            let isCorrect = known[pattern.text] ?? ((try? RegularExpression(pattern.text)) != nil)
            known[pattern.text] = isCorrect
            return !isCorrect
        }
        .map(Diagnostic.incorrect)
    }
}

extension Diagnostic {
    fileprivate static func incorrect(_ pattern: Mentions.Pattern) -> Diagnostic {
        Diagnostic(.error, "Invalid regular expression pattern. Pattern: \(pattern.text).", at: pattern.range)
    }
}
