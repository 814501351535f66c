import RulesAnalysis
import RulesCore
import RulesSolver

/// Compares two versions of rules by what they allow.
struct RulesDiffFrontend {
    let command: RulesDiffCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        switch try RulesLanguage(of: [command.old, command.new]) {
        case .firestore: try await compareFirestore()
        case .database: try await DatabaseDiffFrontend(command: command, context: context).run()
        }
    }

    private func compareFirestore() async throws -> ExitStatus {
        let search = RulesSearch(options: command.search, context: context)
        let (old, new) = (try await search.rules(command.old), try await search.rules(command.new))
        var comparison: RulesComparison
        do throws(RulesRefusal) {
            comparison = try RulesComparison(old: old, new: new, seed: command.search.seed)
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
        if comparison.saysTheSame {
            context.console.err("no difference: both say the same")
            return .done
        }
        let question = comparison.proof
        let obligations = question?.obligations ?? []
        let prover = try await RulesProver(command.search, obligations, in: context)
        let proof = try await prover.prove(obligations, within: .seconds(command.search.seconds / 2))
        if command.search.proof, question != nil, proof.isComplete {
            let solver = obligations.isEmpty ? nil : prover.solver
            context.console.err(
                "no difference: proven that both allow the same" + (solver.map { ", by \($0.name)" } ?? ""))
            return .done
        }
        comparison.leaveOut(proof.proven)
        let seeds = SearchSeeds(options: command.search, context: context)
        comparison.sow(try await seeds.scenarios(new, for: comparison.rules))
        comparison.sow(proof.imagined)
        return try await search.compare(comparison, command) { prover.report(proof) }
    }
}
