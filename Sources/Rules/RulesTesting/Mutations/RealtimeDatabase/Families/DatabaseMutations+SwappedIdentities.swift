import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Replaces the user by a variable of the path, and a variable by the user or another variable.
    struct SwappedIdentities: MutationFamily {
        let name = "swapped-identity"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site -> [MutationChange] in
                let variables = site.statement.captures.map(\.name)
                switch site.expression.kind {
                case .property(let receiver, "uid"):
                    guard case .variable("auth") = receiver.kind else { return [] }
                    return variables.map { source.replacing(site, by: $0) }
                case .variable(let name) where name.hasPrefix("$"):
                    let others = ["auth.uid"] + variables.filter { $0 != name }
                    return others.map { source.replacing(site, by: $0) }
                case _: return []
                }
            }
        }
    }
}
