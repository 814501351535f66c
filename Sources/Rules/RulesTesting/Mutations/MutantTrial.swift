/// Tries mutants, to see which of them a suite notices.
package protocol MutantTrial: Sendable {
    /// What becomes of a mutant; nil for one that does not compile.
    func fate(of mutant: Mutant) async -> MutantFate?
}

extension MutantTrial {
    /// Tries mutants, several at a time.
    ///
    /// - Returns: What became of those that compile, in the order of the mutants.
    package func run(_ mutants: [Mutant], lanes: Int) async throws -> [MutantResult] {
        let results = try await WorkQueue.map(count: mutants.count, lanes: lanes) { index in
            await fate(of: mutants[index]).map { MutantResult(mutant: mutants[index], fate: $0) }
        }
        return results.compactMap(\.self)
    }
}
