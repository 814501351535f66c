import CurlHTTP
import FirestoreClient
import FirestoreModel
import JSONText
import PrintableText
import RulesCore
import RulesTesting

/// Runs suites, and prints the results.
struct RulesTestFrontend {
    let command: RulesTestCommand
    let context: CommandContext

    private var session: RulesSession { RulesSession(context: context) }
    private var wantsCoverage: Bool { command.printsCoverage || command.coverage.isWanted }

    func run() async throws -> ExitStatus {
        let server = try command.emulator.map(makeServer)
        guard command.watch else { return try await runOnce(on: server) }
        let watch = FileWatch(sleep: context.sleep)
        try await watch.run { try await attempt(on: server) }
        return .interrupted
    }

    private func makeServer(_ address: String) throws -> SuiteServer {
        // A project of its own, so that nothing else on the server is touched.
        let project = "demo-rules-\(String(UInt32.random(in: .min ... .max), radix: 36))"
        do throws(FirestoreError) {
            return try SuiteServer(
                transport: context.transport ?? HTTPClient(), endpoint: .emulator(address),
                database: DatabaseID(project: project))
        } catch {
            throw CommandFailure(.wrongUsage, error.message)
        }
    }

    /// One run of a watch. Errors are reported, and do not end it.
    ///
    /// - Returns: The files to watch.
    private func attempt(on server: SuiteServer?) async throws -> [String] {
        do {
            _ = try await runOnce(on: server)
        } catch let failure as CommandFailure where failure.status != .interrupted {
            context.console.err("receipts: \(failure.message.printable)")
        }
        let suites = command.options.suites
        if let rules = command.options.rules { return suites + [rules] }
        let groups = try? await RulesGroup.read(
            command.options, database: RulesGroup.database, in: context)
        return suites + (groups?.map(\.file) ?? [])
    }

    private func runOnce(on server: SuiteServer?) async throws -> ExitStatus {
        let groups = try await RulesGroup.read(
            command.options, database: server?.database ?? RulesGroup.database, in: context)
        var all: [CaseResult] = []
        var coverages: [any CoveredRules] = []
        for group in groups {
            guard let run = try await session.run(group, on: server) else { return .failed }
            all += run.results
            if wantsCoverage { coverages.append(run.coverage) }
        }
        report(all, coverages)
        try session.write(coverages, command.coverage)
        let isEnough = session.isEnough(coverages, command.coverage)
        return all.contains { $0.failure != nil } || !isEnough ? .failed : .done
    }

    private func report(_ results: [CaseResult], _ coverages: [any CoveredRules]) {
        let console = context.console
        let summary = TestSummary(results)
        switch command.output {
        case .text:
            session.print(failures: results, to: console.out)
            console.out(console.styled(summary.text, summary.failed > 0 ? .red : .green))
            print(coverages) { console.out($0) }
        case .tap:
            for line in TAPReport.lines(results) { console.out(line) }
            print(coverages) { console.out("# \($0)") }
        case .junit:
            for line in JUnitReport.lines(results) { console.out(line) }
            print(coverages) { console.err($0) }
        case .json:
            for object in JSONReport.objects(results) { console.out(object.printedText) }
            if command.printsCoverage {
                for object in coverages.flatMap({ CoverageText.objects($0) }) {
                    console.out(object.printedText)
                }
            }
        }
        if command.output != .text { console.err(summary.text) }
    }

    private func print(_ coverages: [any CoveredRules], to line: (String) -> Void) {
        for coverage in coverages {
            let lines =
                command.printsCoverage ? CoverageText.lines(coverage) : [CoverageText.summary(coverage)]
            for text in lines { line(text.printable) }
        }
    }
}
