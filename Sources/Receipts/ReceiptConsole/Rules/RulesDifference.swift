import FirestoreRules
import HTTPTypes
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

    private var comparison: RulesComparison
    private let suite: (RulesFinding) -> String

    /// - Throws: ``ConsoleFailure`` for rules that cannot be used.
    init(before: String, after: String) throws(ConsoleFailure) {
        let rules = [("before", before), ("after", after)].map { name, content in
            Ruleset(SourceFile(name: name, content: content))
        }
        do throws(RulesRefusal) {
            comparison = try RulesComparison(old: rules[0], new: rules[1], seed: 1)
        } catch {
            throw ConsoleFailure(.unprocessableContent, "these rules have errors, so they cannot be compared")
        }
        suite = { FindingSuite(name: "what changed", rules: "firestore.rules", [$0]).text }
    }

    /// Searches until nothing new comes up, or the time is over.
    ///
    /// - Throws: `CancellationError`.
    mutating func search(for limit: Duration = patience) async throws {
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

    /// What was found: `saysTheSame`, `requests`, and `findings` with `kind`, `sentence`, `lines` and `suite`.
    var json: JSON {
        .object([
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
                            JSON.Member("suite", .string(suite(finding))),
                        ])
                    })),
        ])
    }
}
