package import RulesAnalysis
import Subprocess
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A solver for SMT-LIB that is installed on this machine: `cvc5` or `z3`, each run as a process of its own.
///
/// Nothing is linked to it, and without one there is no proof, only the search.
package struct RulesSolver: Sendable {
    /// What a solver says of an obligation.
    package enum Verdict: Sendable, Equatable {
        case proven
        /// There is a counterexample in the world of the solver, which knows less than the engine.
        case open
        /// It ran out of time, or gave up.
        case undecided
    }

    /// What went wrong with a solver.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// The program's name.
    package let name: String
    private let arguments: @Sendable (_ milliseconds: Int) -> [String]

    private init(_ name: String, arguments: @escaping @Sendable (Int) -> [String]) {
        self.name = name
        self.arguments = arguments
    }

    /// All that can be used, the fastest first.
    package static let all = [
        // With its own test for inclusion, cvc5 1.0.3 says that [a-g]{3} has no text beside those of [a-f]{3}.
        RulesSolver("cvc5") {
            [
                "--lang=smt2", "--quiet", "--strings-exp", "--no-strings-regexp-inclusion", "--tlimit=\($0)",
                "-",
            ]
        },
        RulesSolver("z3") { ["-in", "-smt2", "-t:\($0)", "-T:\(($0 + 999) / 1000)"] },
    ]

    /// The first one that is installed; nil without one.
    package static func installed() async -> RulesSolver? {
        for solver in all where await solver.isInstalled { return solver }
        return nil
    }

    /// Whether the program is found on `PATH`.
    package var isInstalled: Bool {
        get async { (try? await Executable.name(name).resolveExecutablePath(in: .inherit)) != nil }
    }

    /// An answer is one word, or a model of some thousand values.
    private static let longestAnswer = 8 << 20
    /// How much longer than its limit a solver may take, since its own limit is checked only now and then.
    private static let grace = Duration.seconds(1)

    /// Asks whether an obligation holds.
    ///
    /// - Parameter limit: How long the solver may take.
    /// - Throws: ``Failure`` if the solver does not run or does not understand the script, and `CancellationError`.
    package func verdict(on obligation: ProofObligation, within limit: Duration) async throws -> Verdict {
        let verdict = try await verdict(on: obligation.script, within: limit)
        // Most is decided without a look into patterns.
        guard verdict == .open, let script = obligation.patternScript else { return verdict }
        return try await self.verdict(on: script, within: limit) == .proven ? .proven : .open
    }

    private func verdict(on script: String, within limit: Duration) async throws -> Verdict {
        let answer = try await answer(to: script, within: limit)
        switch answer.split(whereSeparator: \.isNewline).last.map(String.init) {
        case "unsat": return .proven
        case "sat": return .open
        case "unknown", "timeout", nil: return .undecided
        case let line?:
            if line.contains("timeout") || line.contains("interrupted") { return .undecided }
            throw Failure(description: "\(name) did not understand the proof: \(line.prefix(200))")
        }
    }

    /// Asks for a request that breaks an obligation.
    ///
    /// The solver knows less than the engine, which has to confirm it.
    ///
    /// - Returns: nil if the solver has none, or takes too long.
    /// - Throws: ``Failure`` if the solver does not run, and `CancellationError`.
    package func counterexample(
        to obligation: ProofObligation, within limit: Duration
    ) async throws -> Scenario? {
        guard let script = obligation.modelScript else { return nil }
        return obligation.scenario(try await answer(to: script, within: limit))
    }

    /// Runs the solver, and ends it when its time is over.
    ///
    /// The question is a file: writing it to a process that ends before it has read all would fail.
    private func answer(to script: String, within limit: Duration) async throws -> String {
        guard let file = tmpfile() else { throw Failure(description: "no temporary file for \(name)") }
        defer { fclose(file) }
        guard fputs(script, file) >= 0, fflush(file) == 0, fseek(file, 0, SEEK_SET) == 0 else {
            throw Failure(description: "the question for \(name) cannot be stored")
        }
        let question = FileDescriptor(rawValue: fileno(file))
        let milliseconds = max(1, Int(limit / .milliseconds(1)))
        let (program, arguments) = (name, arguments(milliseconds))
        let answer = try await withThrowingTaskGroup(of: String.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await Subprocess.run(
                    .name(program), arguments: Arguments(arguments),
                    input: .fileDescriptor(question, closeAfterSpawningProcess: false),
                    output: .string(limit: RulesSolver.longestAnswer), error: .discarded
                ).standardOutput
            }
            group.addTask {
                try await Task.sleep(for: limit + RulesSolver.grace)
                return "timeout"
            }
            return try await group.next() ?? "timeout"
        }
        try Task.checkCancellation()
        return answer
    }
}
