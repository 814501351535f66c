import FirestoreRules

/// Rules and what the compiler says about them, as `W 3:25 text`; without a place `W text`.
struct CheckedSource {
    let issues: [String]

    init(_ source: String) {
        let ruleset = Ruleset(SourceFile(content: source))
        issues = ruleset.diagnostics.map { diagnostic in
            let severity = diagnostic.severity == .error ? "E" : "W"
            guard let start = diagnostic.range?.start else { return "\(severity) \(diagnostic.message)" }
            return "\(severity) \(start.line):\(start.column) \(diagnostic.message)"
        }
    }

    /// A service of Cloud Firestore in version 2, of which only what stands inside is given, from line 3 on.
    static func service(_ body: String) -> [String] {
        CheckedSource("rules_version = '2';\nservice cloud.firestore {\n\(body)\n}").issues
    }

    /// What is said about a condition, without its place: `c` is a capture.
    static func condition(_ text: String) -> [String] {
        service("match /a/{c} { allow get: if\n\(text);\n}").map {
            String($0.split(separator: " ", maxSplits: 2).last ?? "")
        }
    }
}
