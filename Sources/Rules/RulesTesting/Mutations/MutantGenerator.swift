package import FirestoreRules

/// Makes all mutants of a rules file, each once.
package struct MutantGenerator: Sendable {
    private static let families: [any MutationFamily] = [
        ConstantConditions(), DroppedOperands(), NegatedConditions(), ChangedComparisons(),
        SwappedJunctions(),
        ChangedLists(), ChangedQuantifiers(), SwappedResources(), SwappedFunctions(), SwappedOperands(),
        ChangedArithmetic(), ChangedLiterals(), ChangedTypes(), ChangedIdentities(), ChangedMethods(),
        RemovedAllows(), ChangedPaths(),
    ]

    /// The names of all families.
    package static var familyNames: [String] { families.map(\.name) }

    private let rules: Ruleset

    package init(_ rules: Ruleset) {
        self.rules = rules
    }

    /// The mutants that compile, in the order of their lines.
    package func mutants() -> [Mutant] {
        candidates().filter { Ruleset($0.source).isUsable }
    }

    /// All changes in the order of their lines: some of them may not compile.
    package func candidates() -> [Mutant] {
        guard let syntax = rules.syntax else { return [] }
        let source = MutationSource(syntax, rules.source)
        var mutants = MutantCollection(rules.source)
        for family in MutantGenerator.families {
            for change in family.changes(in: source) { mutants.add(change, of: family.name) }
        }
        return mutants.inOrder
    }
}
