import FirestoreRules

/// The mistakes in rules, as the response to setting them reports them.
struct CompilationReport {
    /// The name of the file.
    let file: String?
    let issues: [Diagnostic]

    init(_ rules: ProjectRules) {
        file = rules.files.first?.name
        issues = rules.ruleset.diagnostics
    }

    /// All mistakes, one per line.
    var message: String { EmulatorMessage.text(of: issues) }
}
