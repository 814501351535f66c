import HTTPTransport
import PrintableText
import RulesCore
import RulesTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Shared by the commands that run suites.
struct RulesSession {
    let context: CommandContext

    /// How many cases or mutants to run at a time.
    static var lanes: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// Runs the suites of a group.
    ///
    /// - Parameter server: Another server for suites of Firestore; nil for the embedded emulator.
    /// - Returns: Nil if the rules cannot be used, after printing the reason.
    func run(_ group: RulesGroup, on server: SuiteServer? = nil) async throws -> (any SuitesRun)? {
        let rules: TestedRules
        do throws(RulesRefusal) {
            rules = try TestedRules(group.source)
        } catch {
            refuse(error)
            return nil
        }
        do {
            return try await rules.run(
                group.suites, on: server, database: server?.database ?? RulesGroup.database,
                lanes: RulesSession.lanes)
        } catch let failure as ServerFailure {
            let status: ExitStatus =
                switch failure.underlying?.kind {
                case nil: .failed
                case .cancelled?: .interrupted
                case .some: .unreachable
                }
            throw CommandFailure(status, (failure.underlying?.message ?? failure.message).printable)
        }
    }

    /// Prints why rules cannot be used.
    private func refuse(_ refusal: RulesRefusal) {
        context.console.err(refusal.description.printableLines)
    }

    /// Prints failures.
    func print(failures results: [CaseResult], to line: (String) -> Void) {
        for text in TextReport.failures(results) { line(text.printable) }
    }

    /// Writes the requested coverage files.
    func write(_ coverages: [any CoveredRules], _ options: CoverageOptions) throws {
        if let path = options.coverageHTML {
            try InputFile.write(coverages.compactMap(\.html).joined(), to: path)
        }
        if let path = options.coverageLCOV {
            let lines = coverages.flatMap { LCOVReport.lines($0) }
            try InputFile.write(lines.map { $0 + "\n" }.joined(), to: path)
        }
    }

    /// Whether coverage is high enough. Reports each file with less.
    func isEnough(_ coverages: [any CoveredRules], _ options: CoverageOptions) -> Bool {
        guard let minimum = options.minCoverage else { return true }
        var isEnough = true
        for coverage in coverages where coverage.percent < minimum {
            isEnough = false
            context.console.err(
                "receipts: \(coverage.file.printable): coverage is \(CoverageText.percent(coverage.percent)), less than "
                    + CoverageText.percent(minimum))
        }
        return isEnough
    }
}
