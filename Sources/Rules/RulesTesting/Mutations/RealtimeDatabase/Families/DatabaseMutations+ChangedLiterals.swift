import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Changes a literal a little: a number by one, a text by one character, true to false.
    struct ChangedLiterals: MutationFamily {
        let name = "changed-literal"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site in others(site).map { source.replacing(site, by: $0) } }
        }

        private func others(_ site: ConditionSite) -> [String] {
            switch site.expression.kind {
            // A condition that is nothing else is a constant one.
            case .boolean(let boolean): return site.parent == nil ? [] : [boolean ? "false" : "true"]
            case .number(let number):
                return [number + 1, number - 1].filter { abs($0) < 1e15 && $0 != number }.map { other in
                    let text = Int64(exactly: other).map(String.init) ?? other.description
                    return other < 0 ? "(\(text))" : text
                }
            case .string(let text):
                // Names of children are paths, and elements of lists are left out by a family of their own.
                if ["child", "hasChild"].contains(site.callAround) { return [] }
                if case .list? = site.parent?.kind { return [] }
                return [(text + "~").rulesLiteral]
            case _: return []
            }
        }
    }
}
