import JSONText
import PrintableText
import RulesCore
import RulesTesting

/// Runs suites against mutated rules, and prints the mutants that survive.
struct RulesMutateFrontend {
    let command: RulesMutateCommand
    let context: CommandContext

    private var session: RulesSession { RulesSession(context: context) }

    func run() async throws -> ExitStatus {
        let groups = try await RulesGroup.read(
            command.options, database: RulesGroup.database, in: context)
        let known = try await known()
        var status = ExitStatus.done
        var reports: [MutationReport] = []
        for group in groups {
            guard let report = try await report(group, known) else { return .failed }
            reports.append(report)
            print(report)
            if let minimum = command.minScore, report.score < minimum {
                context.console.err(
                    "receipts: \(group.file): the score is \(CoverageText.percent(report.score)), less than "
                        + CoverageText.percent(minimum))
                status = .failed
            }
        }
        for entry in MutationReport.staleEntries(of: reports) {
            context.console.err(
                "receipts: \(command.list ?? ""):\(entry.line): no surviving mutant matches this line; remove it"
            )
        }
        return status
    }

    private func known() async throws -> KnownEquivalents {
        guard let path = command.list else { return KnownEquivalents() }
        let text = try await InputFile.text(path, as: "list", in: context)
        do throws(SuiteProblem) {
            return try KnownEquivalents(text, file: path)
        } catch {
            throw CommandFailure(.wrongUsage, error.description.printable)
        }
    }

    /// Tries all mutants of a group's rules.
    ///
    /// - Returns: Nil if the suites fail on the unchanged rules.
    private func report(_ group: RulesGroup, _ known: KnownEquivalents) async throws -> MutationReport? {
        guard let run = try await session.run(group) else { return nil }
        let results = run.results
        if results.contains(where: { $0.failure != nil }) {
            session.print(failures: results, to: context.console.err)
            context.console.err("receipts: the suites fail on the unchanged rules; fix that first")
            return nil
        }
        let clock = ContinuousClock()
        let start = clock.now
        let outcomes = try await context.showing(
            ProgressLine("mutating", "mutant")
        ) { progress in
            try await run.mutants(lanes: RulesSession.lanes, onProgress: progress.advance(of:))
        }
        let elapsed = clock.now - start
        context.console.err("\(outcomes.count) mutants, \(results.count) cases, \(elapsed.formattedSeconds)")
        // One list may serve several files.
        let ofGroup = known.entries { rules in
            InputFile.isSame(InputFile.path(rules, namedBy: command.list ?? ""), group.file)
        }
        return MutationReport(outcomes, file: group.file, known: ofGroup)
    }

    private func print(_ report: MutationReport) {
        switch command.format {
        case .text:
            for line in report.lines { context.console.out(context.console.styled(diff: line.printable)) }
            context.console.out(report.summary)
        case .json:
            for object in report.objects { context.console.out(object.printedText) }
            context.console.err(report.summary)
        }
    }
}
