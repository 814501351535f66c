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
        let scalars = Array(rules.source.content.unicodeScalars)
        var seen: Set<String> = [rules.source.content]
        var ids: [String: Int] = [:]
        var mutants: [Mutant] = []
        for family in MutantGenerator.families {
            for change in family.changes(in: source) {
                let content = MutantGenerator.apply(change.edits, to: scalars)
                guard seen.insert(content).inserted else { continue }
                mutants.append(mutant(family.name, change, content, &ids))
            }
        }
        return mutants.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }

    private func mutant(
        _ family: String, _ change: MutationChange, _ content: String, _ ids: inout [String: Int]
    ) -> Mutant {
        let diff = UnifiedDiff(from: rules.source, to: content)
        let base = StableHash.text([family] + diff.removed + ["→"] + diff.added)
        // Lines that are the same word for word are told apart by their order.
        let number = ids[base, default: 0]
        ids[base] = number + 1
        return Mutant(
            id: number == 0 ? base : "\(base)-\(number + 1)", family: family, line: diff.line,
            source: SourceFile(name: rules.source.name, content: content), diff: diff.text,
            lineText: diff.removed.first ?? "", reach: change.reach)
    }

    private static func apply(_ edits: [Mutant.Edit], to scalars: [Unicode.Scalar]) -> String {
        var result = String.UnicodeScalarView()
        var offset = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result.append(contentsOf: scalars[offset..<max(offset, edit.range.lowerBound)])
            result.append(contentsOf: edit.text.unicodeScalars)
            offset = max(offset, edit.range.upperBound)
        }
        result.append(contentsOf: scalars[offset...])
        return String(result)
    }
}
