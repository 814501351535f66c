import AnalysisCore
import CoreValues
import DatabaseRulesAnalysis
import RulesAnalysis
import RulesCore
import RulesSolver

/// Reports holes in rules files.
struct RulesLintFrontend {
    let command: RulesLintCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        var report = LintReport(command: command, context: context)
        let look = RulesLook(options: command.look, context: context)
        for path in command.files {
            switch try RulesLanguage(of: [path]) {
            case .firestore:
                let allowed = try await look.allowedRequests(by: path)
                try report.add(try await holes(allowed), in: allowed.rules.source)
            case .database:
                let allowed = try await look.allowedDatabaseRequests(by: path)
                try report.add(try await holes(allowed), in: allowed.rules.source)
            }
        }
        return report.finish()
    }

    private func holes(_ allowed: AllowedDatabaseRequests) async throws -> [DatabaseHole] {
        let now = context.now()
        let search = DatabaseHoleSearch(
            allowed, today: Double(now.seconds) * 1000 + Double(now.nanoseconds / 1_000_000))
        let line = ProgressLine("looking", "rule", total: search.count)
        return try await context.showing(line) { progress in try search.holes { progress.update($0) } }
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
}

extension Hole {
    /// Whether the place of another hole is within this one's.
    fileprivate func covers(_ other: Hole) -> Bool {
        guard let range, let inner = other.range else { return false }
        return range.offsets.lowerBound <= inner.offsets.lowerBound
            && inner.offsets.upperBound <= range.offsets.upperBound
    }
}
