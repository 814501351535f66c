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
    var message: String {
        "Error compiling rules:"
            + issues.map { issue in
                "\nL\(issue.range?.start.line ?? 0):\(issue.range?.start.column ?? 0) \(issue.message)"
            }.joined()
    }
}
