import FirestoreClient
import FirestoreModel
import FirestoreRules
import HTTPTransport
import RealtimeDatabaseRules
import RulesCore
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
    /// - Parameter server: A server elsewhere for suites of Firestore, or nil for the embedded emulator.
    /// - Returns: Nil when the rules cannot be used, which is said on standard error.
    func run(_ group: RulesGroup, on server: SuiteServer? = nil) async throws -> (any SuitesRun)? {
        TestSuite.areOfDatabase(group.file)
            ? try await runOnDatabase(group) : try await runOnFirestore(group, server)
    }

    private func runOnFirestore(_ group: RulesGroup, _ server: SuiteServer?) async throws
        -> FirestoreSuitesRun?
    {
        let rules = Ruleset(group.source)
        let runner = SuiteRunner(
            rules: rules, database: server?.database ?? RulesGroup.database,
            place: server.map { .server($0) } ?? .embedded(lanes: RulesSession.lanes))
        guard let runner else {
            refuse(RulesRefusal(rules.diagnostics.filter { $0.severity == .error }, in: rules.source))
            return nil
        }
        let suites = group.suites.compactMap(\.firestore)
        do {
            try await server?.load(rules.source)
            return FirestoreSuitesRun(
                rules: rules, suites: suites, runner: runner, results: try await runner.run(suites))
        } catch let failure as ServerFailure {
            throw CommandFailure(.failed, failure.message.printable)
        } catch let error as HTTPTransportError {
            throw CommandFailure(error.kind == .cancelled ? .interrupted : .unreachable, error.message)
        }
    }

    private func runOnDatabase(_ group: RulesGroup) async throws -> DatabaseSuitesRun? {
        let rules: DatabaseRuleset
        do throws(RulesRefusal) {
            rules = try DatabaseRuleset(group.source.content, name: group.source.name)
        } catch {
            refuse(error)
            return nil
        }
        let cases = try await DatabaseSuiteRunner(rules: rules).run(
            group.suites.compactMap(\.database), lanes: RulesSession.lanes)
        return DatabaseSuitesRun(rules: rules, cases: cases)
    }

    /// Prints why rules cannot be used.
    private func refuse(_ refusal: RulesRefusal) {
        context.console.err(refusal.description.printableLines)
    }

    /// Prints failures to standard output, or to standard error where that is for something else.
    func print(failures results: [CaseResult], to line: (String) -> Void) {
        for text in TextReport.failures(results) { line(text.printable) }
    }

    /// Writes the files of coverage that were asked for.
    func write(_ coverages: [any CoveredRules], _ options: CoverageOptions) throws {
        if let path = options.coverageHTML {
            try InputFile.write(coverages.compactMap(\.html).joined(), to: path)
        }
        if let path = options.coverageLCOV {
            let lines = coverages.flatMap { LCOVReport.lines($0) }
            try InputFile.write(lines.map { $0 + "\n" }.joined(), to: path)
        }
    }

    /// True when there is as much coverage as there has to be; says what is missing.
    func isEnough(_ coverages: [any CoveredRules], _ options: CoverageOptions) -> Bool {
        guard let minimum = options.minCoverage else { return true }
        var isEnough = true
        for coverage in coverages where coverage.percent < minimum {
            isEnough = false
            context.console.err(
                "receipts: \(coverage.file): coverage is \(CoverageText.percent(coverage.percent)), less than "
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
