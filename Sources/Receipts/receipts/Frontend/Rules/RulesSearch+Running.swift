import AnalysisCore
import PrintableText
import RulesTesting

extension RulesSearch {
    /// Compares two versions of rules: prints what was found, and writes the suite that is wanted.
    ///
    /// - Parameters:
    ///   - command: Names the files of both.
    ///   - whenNothingIsFound: Says more about a search that has found no difference.
    /// - Returns: ``ExitStatus/failed`` for a difference, as diff(1) does.
    func compare(
        _ start: some RequestSearch, _ command: RulesDiffCommand, whenNothingIsFound: () -> Void = {}
    ) async throws -> ExitStatus {
        var comparison = start
        let elapsed = try await run(&comparison)
        let findings = comparison.findings
        for finding in findings { print(finding) }
        try write(
            findings, about: "what changed from \(command.old) to \(command.new)", rules: command.new)
        let done = "\(comparison.requests.counted("request")) in \(elapsed.formattedSeconds)"
        context.console.err(
            findings.isEmpty
                ? "\(done) without a difference" : "\(findings.count.counted("difference")); \(done)")
        if findings.isEmpty { whenNothingIsFound() }
        print(comparison.openConditions)
        return findings.isEmpty ? .done : .failed
    }

    /// Tries claims about the same requests: prints what was found, and a line for each claim.
    ///
    /// - Parameter share: Their share of the time.
    func attack<Search: ClaimSearch>(
        _ start: Search, share: Double
    ) async throws -> [SearchFinding<Search.Scenario>] {
        var attack = start
        let elapsed = try await run(&attack, share: share)
        let findings = attack.findings
        for finding in findings { print(finding) }
        let done = "\(attack.requests.counted("request")), \(elapsed.formattedSeconds)"
        for claim in attack.claims {
            let verdict =
                !findings.contains { $0.claim == claim }
                ? attack.hasReachedAllowed ? "holds in" : "is about nothing allowed in" : "broken,"
            context.console.err("\(claim.name): \(verdict) \(done)".printable)
        }
        return findings
    }

    /// Reports how many claims of a file are broken, and writes the suite that is wanted.
    func conclude<Scenario>(
        _ findings: [SearchFinding<Scenario>], _ file: ClaimsFile, rules path: String
    ) throws(CommandFailure) -> ExitStatus {
        try write(findings, about: "requests that break \(file.file)", rules: path)
        let broken = Set(findings.compactMap(\.claim)).count
        context.console.err("\(file.claims.count.counted("claim")), \(broken) broken")
        return findings.isEmpty ? .done : .failed
    }

    /// Searches until nothing new comes up, or the time is over.
    ///
    /// - Returns: How long it took.
    private func run<Search: RequestSearch>(_ search: inout Search, share: Double = 1) async throws
        -> Duration
    {
        let clock = ContinuousClock()
        let start = clock.now
        var running = search
        defer { search = running }
        try await context.showing(progressLine(share: share)) { progress in
            while goesOn(
                requests: running.requests, sinceFinding: running.requestsSinceFinding,
                elapsed: clock.now - start, share: share)
            {
                try Task.checkCancellation()
                running.advance()
                progress.update(running.requests)
            }
        }
        return clock.now - start
    }

    /// Whether a search goes on.
    ///
    /// - Parameters:
    ///   - requests: How many requests were decided so far.
    ///   - sinceFinding: How many of them since the latest finding; nil before the first finding.
    ///   - elapsed: How long it has taken.
    private func goesOn(requests: Int, sinceFinding: Int?, elapsed: Duration, share: Double) -> Bool {
        if let sinceFinding, sinceFinding > RulesSearch.patience { return false }
        if let limit = options.requests { return requests < limit }
        return elapsed < .seconds(options.seconds * share)
    }

    /// Shows how far a search is.
    private func progressLine(share: Double) -> ProgressLine {
        ProgressLine(
            "searching", "request", total: options.requests, limit: .seconds(options.seconds * share))
    }
}
