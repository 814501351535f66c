import PrintableText
import RulesAnalysis
import RulesCore
import RulesSolver
import RulesTesting

/// Searches for requests that break claims about rules.
struct RulesAttackFrontend {
    let command: RulesAttackCommand
    let context: CommandContext

    private var search: RulesSearch { RulesSearch(options: command.search, context: context) }

    func run() async throws -> ExitStatus {
        let file = try await claims()
        guard let path = command.rules ?? file.rules.map({ InputFile.path($0, namedBy: file.file) }) else {
            throw CommandFailure(
                .wrongUsage, "\(file.file) does not name a rules file; pass it as an argument")
        }
        switch try RulesLanguage(of: [path]) {
        case .firestore: return try await attackFirestore(path, file)
        case .database:
            return try await DatabaseAttackFrontend(command: command, context: context).run(path, file)
        }
    }

    private func attackFirestore(_ path: String, _ file: ClaimsFile) async throws -> ExitStatus {
        let rules = try await search.rules(path)
        let analysed: AnalysedRules
        do throws(RulesRefusal) {
            analysed = try AnalysedRules(rules)
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
        // All claims compile before the first is tried.
        var proofs: [RulesProof] = []
        for (index, claim) in file.claims.enumerated() {
            do throws(ClaimProblem) {
                proofs += try RulesAttack(claim, on: analysed, seed: command.search.seed).proofs
            } catch {
                throw CommandFailure(.wrongUsage, file.problem(error, of: index).description.printable)
            }
        }
        // What is proven leaves its time to the others.
        let open = try await open(file.claims, proofs)
        let seeds = try await SearchSeeds(options: command.search, context: context)
            .scenarios(rules, for: [analysed])
        var findings: [RulesFinding] = []
        for group in open.map(\.claim).byRequest {
            var attack = try RulesAttack(group, on: analysed, seed: command.search.seed)
            attack.sow(seeds)
            attack.sow(open.filter { group.contains($0.claim) }.flatMap(\.imagined))
            findings += try await search.attack(attack, share: Double(group.count) / Double(open.count))
        }
        return try search.conclude(findings, file, rules: path)
    }

    private func claims() async throws(CommandFailure) -> ClaimsFile {
        let text = try await InputFile.text(command.claims, as: "claims", in: context)
        do throws(SuiteProblem) {
            return try ClaimsFile(text, file: command.claims)
        } catch {
            throw CommandFailure(.wrongUsage, error.description.printable)
        }
    }

    /// The claims that a solver does not prove in half of the time, each with the requests that it imagines.
    private func open(
        _ claims: [Claim], _ proofs: [RulesProof]
    ) async throws -> [(claim: Claim, imagined: [Scenario])] {
        let prover = try await RulesProver(command.search, proofs.flatMap(\.obligations), in: context)
        guard let solver = prover.solver else { return claims.map { ($0, []) } }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(command.search.seconds / 2)
        var open: [(claim: Claim, imagined: [Scenario])] = []
        for (claim, proof) in zip(claims, proofs) {
            let outcome = try await prover.prove(proof.obligations, all: false, within: end - clock.now)
            if outcome.isComplete {
                context.console.err("\(claim.name): proven by \(solver.name)".printable)
            } else {
                open.append((claim, outcome.imagined))
            }
        }
        return open
    }
}
