import AnalysisCore
import FirestoreRules
import JSONText
import PrintableText
import RulesAnalysis
import RulesCore
import RulesTesting

/// Shared by the commands that search for requests.
struct RulesSearch {
    let options: SearchOptions
    let context: CommandContext

    /// After so many requests without a new finding, what was found is enough.
    static let patience = 200_000

    /// Reads rules for Firestore.
    ///
    /// - Throws: ``CommandFailure`` if they cannot be read or used.
    func rules(_ path: String) async throws(CommandFailure) -> Ruleset {
        try await RulesSearch.rules(path, in: context)
    }

    /// Reads rules for Firestore.
    ///
    /// - Throws: ``CommandFailure`` if they cannot be read or used.
    static func rules(_ path: String, in context: CommandContext) async throws(CommandFailure) -> Ruleset {
        if TestedRules.areOfDatabase(path) {
            throw CommandFailure(
                .wrongUsage, "\(path) has rules for the Realtime Database; this is for Firestore's rules")
        }
        let text = try await InputFile.text(path, as: "rules", in: context)
        let rules = Ruleset(SourceFile(name: path, content: text))
        let errors = rules.diagnostics.filter { $0.severity == .error }
        if !errors.isEmpty {
            context.console.err(RulesRefusal(errors, in: rules.source).description.printableLines)
            throw CommandFailure(.wrongUsage, "\(path) cannot be used")
        }
        return rules
    }

    /// Prints a finding.
    func print<Scenario>(_ finding: SearchFinding<Scenario>) {
        switch options.format {
        case .text:
            for (index, line) in finding.lines.map(\.printable).enumerated() {
                let text =
                    index == 0 ? context.console.styled(line, .bold) : context.console.styled(verdict: line)
                context.console.out(text)
            }
            context.console.out("")
        case .json: context.console.out(finding.json.printedText)
        }
    }

    /// Prints the conditions that were not seen both true and false.
    func print(_ conditions: [OpenCondition]) {
        if conditions.isEmpty { return }
        context.console.err("conditions that were not both true and false in any request:")
        for condition in conditions.prefix(20) {
            let seen = condition.seen.map { "always \($0)" } ?? "never reached"
            context.console.err(
                "  \(condition.place.file):\(condition.place.line): \(condition.text), \(seen)".printable(
                    limit: 240))
        }
        if conditions.count > 20 { context.console.err("  and \(conditions.count - 20) more") }
    }

    /// Writes the suite, if one is wanted.
    func write<Scenario>(
        _ findings: [SearchFinding<Scenario>], about name: String, rules: String
    ) throws(CommandFailure) {
        guard let path = options.suiteOut, !findings.isEmpty else { return }
        let suite = FindingSuite(name: name, rules: RulesSearch.name(of: rules, from: path), findings)
        try InputFile.write(suite.text, to: path)
        let left = findings.count - suite.included.count
        if left > 0 {
            context.console.err(
                "receipts: \(path) leaves out \(left.counted("finding")) at another time of day")
        }
    }

    /// The path of a rules file as seen from a suite's.
    static func name(of rules: String, from suite: String) -> String {
        if rules.hasPrefix("/") { return rules }
        let rulesParts = rules.split(separator: "/").map(String.init).filter { $0 != "." }
        var folder = suite.split(separator: "/").map(String.init).filter { $0 != "." }.dropLast()
        // Up from the folder of an absolute path, or beyond one with dots, leads elsewhere.
        guard !suite.hasPrefix("/"), !folder.contains("..") else { return rules }
        var rest = rulesParts[...]
        while let first = folder.first, rest.count > 1, first == rest.first {
            folder.removeFirst()
            rest.removeFirst()
        }
        return (folder.map { _ in ".." } + rest).joined(separator: "/")
    }
}

extension SearchOptions {
    /// The project on the emulator that the search begins with.
    func emulatedProject(_ context: CommandContext) -> String {
        project ?? context.environment["GCLOUD_PROJECT"] ?? context.environment["GOOGLE_CLOUD_PROJECT"]
            ?? "demo-receipts"
    }
}

extension Duration {
    /// Seconds with one decimal.
    var formattedSeconds: String {
        let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
