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
        let rules = try await search.rules(path)
        let analysed: AnalysedRules
        do throws(RulesRefusal) {
            analysed = try AnalysedRules(rules)
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
        // All claims compile before the first is tried.
        var attacks: [RulesAttack] = []
        for (index, claim) in file.claims.enumerated() {
            do throws(ClaimProblem) {
                attacks.append(try RulesAttack(claim, on: analysed, seed: command.search.seed))
            } catch {
                throw CommandFailure(.wrongUsage, file.problem(error, of: index).description.printable)
            }
        }
        // What is proven leaves its time to the others.
        let proven = try await proven(&attacks)
        let open = attacks.count - proven.count
        var findings: [RulesFinding] = []
        for (index, attack) in attacks.enumerated() where !proven.contains(index) {
            findings += try await run(attack, share: 1 / Double(open))
        }
        try search.write(findings, about: "requests that break \(file.file)", rules: path)
        let broken = Set(findings.compactMap(\.claim)).count
        context.console.err("\(file.claims.count.counted("claim")), \(broken) broken")
        return findings.isEmpty ? .done : .failed
    }

    private func claims() async throws(CommandFailure) -> ClaimsFile {
        let text = try await InputFile.text(command.claims, as: "claims", in: context)
        do throws(SuiteProblem) {
            return try ClaimsFile(text, file: command.claims)
        } catch {
            throw CommandFailure(.wrongUsage, error.description.printable)
        }
    }

    /// The numbers of the claims that a solver proves in half of the time.
    ///
    /// - Parameter attacks: Get what the solver imagines of the others, to go on from.
    private func proven(_ attacks: inout [RulesAttack]) async throws -> Set<Int> {
        let prover = try await RulesProver(
            command.search, attacks.flatMap(\.proof.obligations), in: context)
        guard let solver = prover.solver else { return [] }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(command.search.seconds / 2)
        var proven: Set<Int> = []
        for index in attacks.indices {
            let attack = attacks[index]
            let proof = try await prover.prove(
                attack.proof.obligations, all: false, within: end - clock.now)
            if !proof.isComplete {
                attacks[index].sow(proof.imagined)
                continue
            }
            proven.insert(index)
            context.console.err("\(attack.claim.name): proven by \(solver.name)".printable)
        }
        return proven
    }

    /// Tries one claim for its share of the time.
    private func run(_ start: RulesAttack, share: Double) async throws -> [RulesFinding] {
        var attack = start
        let clock = ContinuousClock()
        let begin = clock.now
        try await context.showing(search.progressLine(share: share)) { progress in
            while search.goesOn(
                requests: attack.requests, sinceFinding: attack.requestsSinceFinding,
                elapsed: clock.now - begin, share: share)
            {
                try Task.checkCancellation()
                attack.advance()
                progress.update(attack.requests)
            }
        }
        let findings = attack.findings
        for finding in findings { search.print(finding) }
        let verdict =
            findings.isEmpty
            ? attack.hasReachedAllowed ? "holds in" : "is about nothing allowed in" : "broken,"
        context.console.err(
            "\(attack.claim.name): \(verdict) \(attack.requests.counted("request")), \((clock.now - begin).formattedSeconds)"
                .printable)
        return findings
    }
}
