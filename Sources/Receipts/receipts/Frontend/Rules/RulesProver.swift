import FirestoreRules
import PrintableText
import RulesAnalysis
import RulesSolver

/// Has obligations proven by the solver that is installed.
struct RulesProver {
    /// What became of some obligations.
    struct Outcome {
        var proven: [ProofObligation] = []
        var open: [ProofObligation] = []
        /// What the solver imagines of those that are open, to go on from.
        var imagined: [Scenario] = []

        var isComplete: Bool { open.isEmpty }
    }

    /// Nil if no solver is installed, or none is wanted.
    let solver: RulesSolver?
    let context: CommandContext

    init(_ solver: RulesSolver, in context: CommandContext) {
        self.solver = solver
        self.context = context
        longest = .seconds(2)
    }

    /// - Parameter obligations: All that are to be proven: the options may ask for a file of them.
    init(
        _ options: SearchOptions, _ obligations: [ProofObligation], in context: CommandContext
    ) async throws(CommandFailure) {
        if let path = options.proofOut {
            let scripts = obligations.map { "; \(RulesProver.title(of: $0))\n\($0.script)(reset)\n" }
            try InputFile.write(scripts.joined(separator: "\n"), to: path)
        }
        solver = options.proof ? await RulesSolver.installed() : nil
        longest = .seconds(max(2, options.seconds / 5))
        self.context = context
    }

    /// No obligation gets longer. Most need some milliseconds, and what takes much longer is rarely proven at all, unless the machine is busy.
    private let longest: Duration

    /// Has obligations proven one after the other, until time runs out.
    ///
    /// - Parameter all: Whether to go on after one that is not proven.
    /// - Throws: `CancellationError`.
    func prove(
        _ obligations: [ProofObligation], all: Bool = true, within limit: Duration
    ) async throws -> Outcome {
        guard let solver else { return Outcome(open: obligations) }
        var outcome = Outcome()
        let clock = ContinuousClock()
        let end = clock.now + limit
        for (index, obligation) in obligations.enumerated() {
            let rest = end - clock.now
            if rest <= .zero || !(all || outcome.isComplete) {
                outcome.open += obligations[index...]
                return outcome
            }
            do {
                let verdict = try await solver.verdict(
                    on: obligation, within: min(rest, longest))
                if verdict == .proven {
                    outcome.proven.append(obligation)
                    continue
                }
                outcome.open.append(obligation)
                let left = min(end - clock.now, longest)
                if verdict == .open, left > .zero,
                    let scenario = try await solver.counterexample(to: obligation, within: left)
                {
                    outcome.imagined.append(scenario)
                }
            } catch let error as CancellationError {
                throw error
            } catch {
                context.console.err("receipts: no proof: \("\(error)".printable(limit: 300))")
                outcome.open += obligations[index...]
                return outcome
            }
        }
        return outcome
    }

    /// Says what was not proven, or how to have it proven.
    func report(_ outcome: Outcome) {
        guard let solver else {
            return context.console.err("not proven: neither cvc5 nor z3 is installed")
        }
        for obligation in outcome.open.prefix(10) {
            let reason =
                obligation.constructs.isEmpty
                ? "" : ", which knows nothing of \(obligation.constructs.joined(separator: ", "))"
            context.console.err(
                "not proven by \(solver.name)\(reason): \(RulesProver.title(of: obligation))".printable(
                    limit: 240))
        }
        if outcome.open.count > 10 { context.console.err("and \(outcome.open.count - 10) more") }
    }

    private static func title(of obligation: ProofObligation) -> String {
        "\(obligation.method.rawValue) of \(obligation.place.file):\(obligation.place.line)"
    }
}
