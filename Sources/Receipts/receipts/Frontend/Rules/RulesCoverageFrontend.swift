import JSONText
import PrintableText
import RulesCore
import RulesTesting

/// Runs suites, and prints the coverage of each condition.
struct RulesCoverageFrontend {
    let command: RulesCoverageCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let session = RulesSession(context: context)
        var coverages: [any CoveredRules] = []
        var all: [CaseResult] = []
        let groups = try await RulesGroup.read(
            command.options, database: RulesGroup.database, in: context)
        for group in groups {
            guard let run = try await session.run(group) else { return .failed }
            coverages.append(run.coverage)
            all += run.results
        }
        // The data is coverage, so failures go to standard error.
        session.print(failures: all, to: context.console.err)
        context.console.err(TestSummary(all).text)
        for coverage in coverages {
            switch command.format {
            case .text: for line in CoverageText.lines(coverage) { context.console.out(line.printable) }
            case .json:
                for object in CoverageText.objects(coverage) { context.console.out(object.printedText) }
            }
        }
        try session.write(coverages, command.coverage)
        let isEnough = session.isEnough(coverages, command.coverage)
        return all.contains { $0.failure != nil } || !isEnough ? .failed : .done
    }
}
