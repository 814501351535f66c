import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Goes another way: to a child of another name, past a child, or not up.
    struct ChangedPaths: MutationFamily {
        let name = "changed-path"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site -> [MutationChange] in
                if case .string(let text) = site.expression.kind,
                    ["child", "hasChild"].contains(site.callAround)
                {
                    return [source.replacing(site, by: (text + "~").rulesLiteral)]
                }
                guard let (name, receiver, _) = site.call, ["child", "parent"].contains(name) else {
                    return []
                }
                return [source.replacing(after: receiver, of: site, by: "")]
            }
        }
    }
}
