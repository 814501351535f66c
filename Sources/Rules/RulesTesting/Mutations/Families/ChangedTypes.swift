import FirestoreRules

/// Tests for another type.
struct ChangedTypes: MutationFamily {
    let name = "changed-type"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.compactMap { site in
            guard case .typeTest(_, let type) = site.expression.kind else { return nil }
            return source.replacing(
                type.range, of: site.expression, by: type.name == "string" ? "int" : "string")
        }
    }
}
