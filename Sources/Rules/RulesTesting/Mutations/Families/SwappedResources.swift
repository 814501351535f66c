import FirestoreRules

/// Looks at the stored document instead of the new one, and the reverse.
struct SwappedResources: MutationFamily {
    let name = "swapped-resource"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.compactMap { site in
            switch site.expression.kind {
            case .name("resource"): return source.replacing(site.expression, by: "request.resource")
            case .member(let receiver, let name) where name.name == "resource":
                guard case .name("request") = receiver.kind else { return nil }
                return source.replacing(site.expression, by: "resource")
            default: return nil
            }
        }
    }
}
