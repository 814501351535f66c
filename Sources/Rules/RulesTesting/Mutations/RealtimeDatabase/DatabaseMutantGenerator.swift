package import RealtimeDatabaseRules

/// The families, each a way to change rules of the Realtime Database.
enum DatabaseMutations {}

/// Makes all mutants of rules of the Realtime Database, each once.
package enum DatabaseMutantGenerator {
    private static let families: [any MutationFamily<DatabaseMutationSource>] = [
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

    /// All mutants in the order of their lines. Some may not compile.
    package static func candidates(of rules: DatabaseRuleset) -> [Mutant] {
        MutantCollection.mutants(of: rules.source, DatabaseMutationSource(rules), families)
    }
}
