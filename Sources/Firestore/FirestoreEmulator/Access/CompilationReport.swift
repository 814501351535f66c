import FirestoreRules

/// What is wrong with rules, as the answer to setting them tells it.
struct CompilationReport {
    /// The name that the file was given.
    let file: String?
    let issues: [Diagnostic]

    init(_ rules: ProjectRules) {
        file = rules.files.first?.name
        issues = rules.ruleset.diagnostics
    }

    /// All that is wrong, a line each.
    var message: String {
        "Error compiling rules:"
            + issues.map { issue in
                "\nL\(issue.range?.start.line ?? 0):\(issue.range?.start.column ?? 0) \(issue.message)"
            }.joined()
    }
}
