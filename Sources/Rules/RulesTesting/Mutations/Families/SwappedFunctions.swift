import FirestoreRules

/// Reads documents as they are after the request instead of before, and the reverse.
struct SwappedFunctions: MutationFamily {
    let name = "swapped-function"

    private static let others = [
        "get": "getAfter", "getAfter": "get", "exists": "existsAfter", "existsAfter": "exists",
    ]

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.compactMap { site in
            guard case .call(let name, _) = site.expression.kind,
                let other = SwappedFunctions.others[name.name]
            else { return nil }
            return source.replacing(name.range, of: site.expression, by: other)
        }
    }
}
