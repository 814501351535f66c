import FirestoreRules

/// Calls a similar method: `hasAny` instead of `hasAll`, `addedKeys` instead of `affectedKeys`.
struct ChangedQuantifiers: MutationFamily {
    let name = "changed-quantifier"

    private static let others = [
        "hasAll": ["hasAny", "hasOnly"], "hasAny": ["hasAll"], "hasOnly": ["hasAll", "hasAny"],
        "affectedKeys": ["addedKeys", "changedKeys", "removedKeys"], "addedKeys": ["affectedKeys"],
        "changedKeys": ["affectedKeys"], "removedKeys": ["affectedKeys"], "unchangedKeys": ["affectedKeys"],
        "union": ["intersection"], "intersection": ["union"], "difference": ["intersection"],
    ]

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.flatMap { site -> [MutationChange] in
            guard case .method(_, let name, _) = site.expression.kind else { return [] }
            return (ChangedQuantifiers.others[name.name] ?? []).map {
                source.replacing(name.range, of: site.expression, by: $0)
            }
        }
    }
}
