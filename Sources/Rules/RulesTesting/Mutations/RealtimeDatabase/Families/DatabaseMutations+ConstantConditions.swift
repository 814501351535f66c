import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Lets a whole condition be always true, or always false.
    struct ConstantConditions: MutationFamily {
        let name = "constant-condition"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site -> [MutationChange] in
                let isTest: Bool
                if case .conditional? = site.parent?.kind {
                    isTest = site.isCondition
                } else {
                    isTest = false
                }
                // An operand of a chain that is always true or false is one that is left out, or a chain that is.
                guard site.parent == nil || isTest else { return [] }
                return ["true", "false"].map { source.replacing(site, by: $0) }
            }
        }
    }
}
