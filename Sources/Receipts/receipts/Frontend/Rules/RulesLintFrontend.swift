import JSONText
import PrintableText
import RulesAnalysis
import RulesCore
import RulesSolver

/// Reports holes in rules files.
struct RulesLintFrontend {
    let command: RulesLintCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        var results: [SARIFReport.Result] = []
        var counts: [Hole.Severity: Int] = [:]
        for path in command.files {
            let look = RulesLook(options: command.look, context: context)
            let allowed = try await look.allowedRequests(by: path)
            let all = try await holes(allowed)
            let holes = all.filter { !command.ignore.contains($0.kind) }
            for hole in holes { counts[hole.severity, default: 0] += 1 }
            let shown = holes.filter { $0.severity >= command.level }
            switch command.format {
            case .text: print(shown, in: allowed.rules.source)
            case .json: for hole in shown { context.console.out(hole.json(in: path).compactText) }
            case .sarif: results += shown.map { $0.sarif(in: path) }
            }
            if let file = command.suiteOut { try write(shown, of: path, to: file) }
        }
        if command.format == .sarif { context.console.out(sarif: results, of: HoleKind.sarifRules) }
        report(counts)
        return counts[.error] == nil && counts[.warning] == nil ? .done : .failed
    }

    private func holes(_ allowed: AllowedRequests) async throws -> [Hole] {
        let search = HoleSearch(allowed, today: context.now())
        let line = ProgressLine("looking", "statement", total: search.count)
        let holes = try await context.showing(line) { progress in try search.holes { progress.update($0) } }
        return Hole.distinct(holes + (try await proven(search.suspects)))
    }

    /// The suspects that a solver proves, in the time that a search may take.
    private func proven(_ suspects: [HoleSuspect]) async throws -> [Hole] {
        guard !suspects.isEmpty, command.proof, let solver = await RulesSolver.installed() else { return [] }
        let prover = RulesProver(solver, in: context)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(command.look.seconds / 2)
        let line = ProgressLine("proving", "condition", total: suspects.count)
        return try await context.showing(line) { progress in
            var holes: [Hole] = []
            for (index, suspect) in suspects.enumerated() where clock.now < end {
                progress.update(index)
                // What makes no difference as a whole makes none in its parts.
                if holes.contains(where: { $0.covers(suspect.hole) }) { continue }
                let proof = try await prover.prove(
                    suspect.proof.obligations, all: false, within: end - clock.now)
                if proof.isComplete { holes.append(suspect.hole) }
            }
            return holes
        }
    }

    private func print(_ holes: [Hole], in source: SourceFile) {
        let renderer = DiagnosticRenderer(source)
        for hole in holes {
            let text = renderer.text(
                hole.severity.rawValue, "\(hole.message) [\(hole.kind.rawValue)]", at: hole.range)
            context.console.out(context.console.styled(diagnostic: text.printableLines))
            for line in hole.lines { context.console.out(context.console.styled(verdict: line.printable)) }
            context.console.out("")
        }
    }

    private func write(_ holes: [Hole], of rules: String, to file: String) throws(CommandFailure) {
        let suite = HoleSuite(
            name: "holes in \(rules)", rules: RulesSearch.name(of: rules, from: file), holes)
        if suite.included.isEmpty { return }
        try InputFile.write(suite.text, to: file)
        let left = holes.count - suite.included.count
        if left > 0 {
            context.console.err(
                "receipts: \(file) leaves out \(left.counted("finding")): too long, at another time, or without a request"
            )
        }
    }

    private func report(_ counts: [Hole.Severity: Int]) {
        let words = Hole.Severity.allCases.map { (counts[$0] ?? 0).counted($0.rawValue) }
        let hidden = Hole.Severity.allCases.filter { $0 < command.level }.reduce(0) { $0 + (counts[$1] ?? 0) }
        let more = hidden == 0 ? "" : "; --level note shows \(hidden) more"
        context.console.err(words.joined(separator: ", ") + more)
    }
}

extension Hole {
    /// Whether the place of another hole is within this one's.
    fileprivate func covers(_ other: Hole) -> Bool {
        guard let range, let inner = other.range else { return false }
        return range.offsets.lowerBound <= inner.offsets.lowerBound
            && inner.offsets.upperBound <= range.offsets.upperBound
    }
}
