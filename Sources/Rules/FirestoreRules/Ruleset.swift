/// Security rules: read, checked, and ready to be planned.
public struct Ruleset: Sendable {
    /// The most bytes of rules, in UTF-8: the limit of production.
    ///
    /// Source: <https://firebase.google.com/docs/rules/manage-deploy#limits_on_rulesets>.
    public static let maximumLength = 256 << 10

    /// The text.
    public let source: SourceFile
    /// Its errors and warnings.
    public let diagnostics: [Diagnostic]
    /// The tree; nil if the text could not be read.
    package let syntax: RulesetSyntax?

    /// Reads and checks rules. Their problems are in ``diagnostics``.
    public init(_ source: SourceFile) {
        self.source = source
        if source.content.isEmpty {
            syntax = nil
            diagnostics = [Diagnostic(.error, "Rules content empty. Compilation aborted.", at: nil)]
            return
        }
        guard source.content.utf8.count <= Ruleset.maximumLength else {
            syntax = nil
            let message =
                "The rules are longer than \(Ruleset.maximumLength >> 10) KB, which is the most that Firestore takes."
            diagnostics = [Diagnostic(.error, message, at: nil)]
            return
        }
        let parsed = RulesParser.parse(source)
        syntax = parsed.syntax
        diagnostics = (parsed.diagnostics + (parsed.syntax.map(RulesChecker.check) ?? [])).inOrder()
    }

    /// Whether the rules can decide about requests.
    public var isUsable: Bool { !diagnostics.contains { $0.severity == .error } }

    /// The rules, ready to decide; nil if they are not usable.
    package func plan(tracing: Planner.Tracing = .off) -> RulesPlan? {
        guard isUsable, let syntax else { return nil }
        return Planner.plan(syntax, tracing: tracing)
    }
}
