/// Security rules: read, checked, and ready to be planned.
public struct Ruleset: Sendable {
    /// The text.
    public let source: SourceFile
    /// What is wrong with it, or seems to be.
    public let diagnostics: [Diagnostic]
    /// The tree; nil if the text could not be read.
    package let syntax: RulesetSyntax?

    /// Reads and checks rules. What is wrong with them is in ``diagnostics``.
    public init(_ source: SourceFile) {
        self.source = source
        if source.content.isEmpty {
            syntax = nil
            diagnostics = [Diagnostic(.error, "Rules content empty. Compilation aborted.", at: nil)]
            return
        }
        let parsed = RulesParser.parse(source)
        syntax = parsed.syntax
        let all = parsed.diagnostics + (parsed.syntax.map(RulesChecker.check) ?? [])
        diagnostics = all.sorted { $0.order < $1.order }
    }

    /// True when the rules can decide on requests.
    public var isUsable: Bool { !diagnostics.contains { $0.severity == .error } }

    /// The rules, ready to decide; nil when they are not usable.
    package func plan(tracing: Planner.Tracing = .off) -> RulesPlan? {
        guard isUsable, let syntax else { return nil }
        return Planner.plan(syntax, tracing: tracing)
    }
}

extension Diagnostic {
    /// Google's order: by place, then by text; first what has no place.
    fileprivate var order: (line: Int, column: Int, message: String) {
        (range?.start.line ?? 0, range?.start.column ?? 0, message)
    }
}
