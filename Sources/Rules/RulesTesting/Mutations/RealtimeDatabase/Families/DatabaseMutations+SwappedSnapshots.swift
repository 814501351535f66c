import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Takes what was there for what will be, and the other way round, and the node for the root.
    struct SwappedSnapshots: MutationFamily {
        let name = "swapped-snapshot"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.compactMap { site in
                guard case .variable(let name) = site.expression.kind,
                    let other = ["data": "newData", "newData": "data", "root": "data"][name]
                else { return nil }
                return source.replacing(site, by: other)
            }
        }
    }
}
