package import FirestoreRules

/// Makes all mutants of rules of Firestore, each once.
package enum MutantGenerator {
    private static let families: [any MutationFamily<MutationSource>] = [
        ConstantConditions(), DroppedOperands(), NegatedConditions(), ChangedComparisons(),
        SwappedJunctions(), ChangedLists(), ChangedQuantifiers(), SwappedResources(), SwappedFunctions(),
        SwappedOperands(), ChangedArithmetic(), ChangedLiterals(), ChangedTypes(), ChangedIdentities(),
        ChangedMethods(), RemovedAllows(), ChangedPaths(),
    ]

    /// All mutants in the order of their lines. Some may not compile.
    package static func candidates(of rules: Ruleset) -> [Mutant] {
        guard let syntax = rules.syntax else { return [] }
        return MutantCollection.mutants(of: rules.source, MutationSource(syntax, rules.source), families)
    }
}
