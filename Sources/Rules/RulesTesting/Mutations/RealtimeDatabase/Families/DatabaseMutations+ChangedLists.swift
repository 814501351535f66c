import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Leaves out one element of the list of `hasChildren`; of a single one, the list.
    struct ChangedLists: MutationFamily {
        let name = "changed-list"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site -> [MutationChange] in
                guard case .list(let elements) = site.expression.kind else { return [] }
                if elements.count == 1 { return [source.replacing(site, by: "")] }
                return elements.indices.map { dropped in
                    let kept = elements.indices.filter { $0 != dropped }.map {
                        source.text(elements[$0], of: site.statement)
                    }
                    return source.replacing(site, by: "[\(kept.joined(separator: ", "))]")
                }
            }
        }
    }
}
