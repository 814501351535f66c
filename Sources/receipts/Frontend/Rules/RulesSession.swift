import FirestoreClient
import FirestoreModel
import FirestoreRules
import RulesTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the commands that run suites have in common.
struct RulesSession {
    let context: CommandContext

    /// How much is done side by side.
    static var lanes: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// Runs the suites of a group.
    ///
    /// - Parameter makeServer: A server elsewhere, or nil for the embedded emulator.
    /// - Returns: Nil when the rules cannot be used, which is said on standard error.
    func run(_ group: RulesGroup, on server: SuiteServer? = nil) async throws -> [CaseResult]? {
        guard let runner = runner(group, group.rules, server) else {
            for diagnostic in group.rules.diagnostics where diagnostic.severity == .error {
                context.console.err(diagnostic.text(in: group.rules.source).printableLines)
            }
            return nil
        }
        do {
            try await server?.load(group.rules.source)
            return try await runner.run(group.suites)
        } catch let failure as ServerFailure {
            throw CommandFailure(.failed, failure.message.printable)
        }
    }

    func runner(_ group: RulesGroup, _ rules: Ruleset, _ server: SuiteServer? = nil) -> SuiteRunner? {
        SuiteRunner(
            rules: rules, database: server?.database ?? RulesGroup.database,
            place: server.map { .server($0) } ?? .embedded(lanes: RulesSession.lanes))
    }

    /// Prints failures to standard output, or to standard error where that is for something else.
    func print(failures results: [CaseResult], to line: (String) -> Void) {
        for text in TextReport.failures(results) { line(text.printable) }
    }

    /// Writes the files of coverage that were asked for.
    func write(_ coverages: [ConditionCoverage], _ options: CoverageOptions) throws {
        if let path = options.coverageHTML {
            try InputFile.write(coverages.compactMap(\.html).joined(), to: path)
        }
        if let path = options.coverageLCOV {
            let lines = coverages.flatMap { LCOVReport.lines($0) }
            try InputFile.write(lines.map { $0 + "\n" }.joined(), to: path)
        }
    }

    /// True when there is as much coverage as there has to be; says what is missing.
    func isEnough(_ coverages: [ConditionCoverage], _ options: CoverageOptions) -> Bool {
        guard let minimum = options.minCoverage else { return true }
        var isEnough = true
        for coverage in coverages where coverage.percent < minimum {
            isEnough = false
            context.console.err(
                "receipts: \(coverage.source.name): coverage is \(CoverageText.percent(coverage.percent)), less than "
                    + CoverageText.percent(minimum))
        }
        return isEnough
    }
}

extension String {
    /// The text with control characters made visible, but for line breaks.
    var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
            .joined(separator: "\n")
    }
}
