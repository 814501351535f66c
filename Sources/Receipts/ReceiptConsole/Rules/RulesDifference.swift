import FirestoreRules
import JSONText
import RulesAnalysis
import RulesCore

/// What a change of Firestore's rules allows and denies, for the review before they are published.
struct RulesDifference {
    /// How long somebody waits before publishing.
    static let patience = Duration.milliseconds(1500)
    /// A search that has found something stops after so many requests without another finding.
    private static let requests = 60_000
    /// How many findings a page shows.
    private static let limit = 20

    /// Nil for rules with errors, which the emulator reports when they are published.
    private var comparison: RulesComparison?

    init(before: String, after: String) {
        let rules = [("before", before), ("after", after)].map { name, content in
            Ruleset(SourceFile(name: name, content: content))
        }
        comparison = try? RulesComparison(old: rules[0], new: rules[1], seed: 1)
    }

    /// Searches until nothing new comes up, or the time is over.
    ///
    /// - Throws: `CancellationError`.
    mutating func search(for limit: Duration = patience) async throws {
        guard var comparison else { return }
        defer { self.comparison = comparison }
        let clock = ContinuousClock()
        let end = clock.now + limit
        while !comparison.saysTheSame, clock.now < end,
            (comparison.requestsSinceFinding ?? 0) < RulesDifference.requests
        {
            comparison.advance()
            // Others have requests too.
            await Task.yield()
            try Task.checkCancellation()
        }
    }

    /// What was found: `saysTheSame`, `requests`, and `findings` with `kind`, `sentence`, `lines` and `suite`; or the `problem`.
    var json: JSON {
        guard let comparison else {
            return .object([JSON.Member("problem", .string("the rules have errors"))])
        }
        return .object([
            JSON.Member("saysTheSame", .boolean(comparison.saysTheSame)),
            JSON.Member("requests", .number(String(comparison.requests))),
            JSON.Member(
                "findings",
                .array(
                    comparison.findings.prefix(RulesDifference.limit).map { finding in
                        .object([
                            JSON.Member("kind", .string(finding.kind.rawValue)),
                            JSON.Member("sentence", .string(finding.sentence)),
                            JSON.Member("lines", .array(finding.lines.dropFirst().map(JSON.string))),
                            JSON.Member("suite", .string(RulesDifference.suite(finding))),
                        ])
                    })),
        ])
    }

    private static func suite(_ finding: RulesFinding) -> String {
        FindingSuite(name: "what changed", rules: "firestore.rules", [finding]).text
    }
}
