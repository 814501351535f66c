package import RealtimeDatabaseRules

/// Makes all mutants of rules of the Realtime Database, each once.
package struct DatabaseMutantGenerator: Sendable {
    private static let families: [any DatabaseMutationFamily] = [
        DatabaseMutations.ConstantConditions(), DatabaseMutations.DroppedOperands(),
        DatabaseMutations.NegatedConditions(), DatabaseMutations.ChangedComparisons(),
        DatabaseMutations.SwappedJunctions(), DatabaseMutations.ChangedLists(),
        DatabaseMutations.SwappedSnapshots(), DatabaseMutations.SwappedIdentities(),
        DatabaseMutations.SwappedMethods(), DatabaseMutations.ChangedArithmetic(),
        DatabaseMutations.ChangedLiterals(), DatabaseMutations.ChangedPaths(),
        DatabaseMutations.RemovedRules(),
    ]

    /// The names of all families.
    package static var familyNames: [String] { families.map(\.name) }

    private let rules: DatabaseRuleset

    package init(_ rules: DatabaseRuleset) {
        self.rules = rules
    }

    /// All changes in the order of their lines: some of them may not compile.
    package func candidates() -> [Mutant] {
        let source = DatabaseMutationSource(rules)
        var mutants = MutantCollection(rules.source)
        for family in DatabaseMutantGenerator.families {
            for change in family.changes(in: source) { mutants.add(change, of: family.name) }
        }
        return mutants.inOrder
    }

    /// The mutants that compile, in the order of their lines.
    package func mutants() -> [Mutant] {
        candidates().filter { (try? DatabaseRuleset($0.source.content)) != nil }
    }
}
