import FirestoreRules

/// Takes somebody else for the signed-in user.
struct ChangedIdentities: MutationFamily {
    let name = "changed-identity"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.compactMap { site in
            guard case .member(let auth, let uid) = site.expression.kind, uid.name == "uid",
                case .member(let request, let name) = auth.kind, name.name == "auth",
                case .name("request") = request.kind
            else { return nil }
            return source.replacing(site.expression, by: "'somebody-else'")
        }
    }
}
