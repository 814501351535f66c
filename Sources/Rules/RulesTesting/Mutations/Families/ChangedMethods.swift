import FirestoreRules

/// Lets an allow statement allow one method less, or one more.
struct ChangedMethods: MutationFamily {
    let name = "changed-method"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.allows.flatMap { allow -> [MutationChange] in
            guard let first = allow.methods.first, let last = allow.methods.last else { return [] }
            let named = allow.methods.reduce(into: RulesMethodSet()) {
                $0.formUnion(RulesMethodSet(name: $1.name))
            }
            let range = first.range.start.offset..<last.range.endOffset + 1
            return RulesMethod.allCases.compactMap { method in
                let kept = named.symmetricDifference(RulesMethodSet(method))
                if kept.isEmpty { return nil }
                let isDropped = named.contains(RulesMethodSet(method))
                return MutationChange(
                    edits: [Mutant.Edit(range: range, text: ChangedMethods.text(kept))],
                    // Only a statement that was tried can be missed.
                    reach: isDropped ? allow.reach : .everything)
            }
        }
    }

    private static func text(_ methods: RulesMethodSet) -> String {
        var rest = methods
        var names: [String] = []
        for (name, set) in [("read", RulesMethodSet(name: "read")), ("write", RulesMethodSet(name: "write"))]
        where rest.isSuperset(of: set) {
            names.append(name)
            rest.subtract(set)
        }
        names += RulesMethod.allCases.filter { rest.contains(RulesMethodSet($0)) }.map(\.rawValue)
        return names.joined(separator: ", ")
    }
}

extension AllowSyntax {
    /// The decisions that try the statement.
    var reach: Mutant.Reach {
        guard let condition, !condition.isConstant else { return .everything }
        return .expression(condition.range)
    }
}
