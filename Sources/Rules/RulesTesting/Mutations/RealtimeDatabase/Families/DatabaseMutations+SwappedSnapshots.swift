import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Replaces the data before a write by the data after it, and the reverse, and the root by the node.
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
