import FirestoreRules
import JSONText
import RealtimeDatabaseRules
import RulesCore

/// The mistakes in rules that somebody is writing, found by the emulators' compilers. Nothing is published.
struct RulesCheck {
    /// How many mistakes a page shows.
    private static let limit = 100

    private let source: SourceFile
    private let problems: [Diagnostic]

    /// Checks rules of Firestore.
    init(firestore content: String) {
        source = SourceFile(name: "firestore.rules", content: content)
        problems = Ruleset(source).diagnostics
    }

    /// Checks rules of the Realtime Database.
    init(database content: String) {
        source = SourceFile(name: "database.rules.json", content: content)
        do throws(RulesRefusal) {
            _ = try DatabaseRuleset(content)
            problems = []
        } catch {
            problems = error.diagnostics
        }
    }

    /// The first mistakes as `issues`, and how many more there are as `more`.
    var json: JSON {
        .object([
            JSON.Member("issues", .array(problems.prefix(RulesCheck.limit).map { $0.json(in: source) })),
            JSON.Member("more", .number(String(max(0, problems.count - RulesCheck.limit)))),
        ])
    }
}

extension LanguageReference {
    /// Everything that the language has built in: `kind`, `name`, `signatures` and `documentation` of each.
    var json: JSON { .array(builtIns.map { json($0) }) }
}
