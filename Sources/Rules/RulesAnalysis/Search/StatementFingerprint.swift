import FirestoreRules
import RulesCore

/// What a statement says, without comments and line breaks, with the functions that it calls.
struct StatementFingerprint {
    private let rules: AnalysedRules
    private let extents: SourceExtents

    init(_ rules: AnalysedRules) {
        self.rules = rules
        extents = SourceExtents(rules.source)
    }

    /// A text that two statements share exactly if they say the same.
    func text(of statement: PlannedStatement) -> String {
        var text = "\(rules.syntax.version) \(statement.pattern) \(statement.methods.rawValue) "
        guard let condition = statement.syntax.condition else { return text }
        text += self.text(of: condition.range)
        let functions = rules.traced.reach(of: statement).functions.map { function in
            "; \(function.name)(\(function.parameters.joined(separator: ","))) \(self.text(of: function.range))"
        }
        return text + functions.sorted().joined()
    }

    private func text(of range: SourceRange) -> String {
        extents.text(extents.extent(of: range)).onOneLine
    }
}
