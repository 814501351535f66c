import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Makes a whole condition always true, or always false.
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
                // A constant operand of a chain is the same as leaving out the operand, or as a constant chain.
                guard site.parent == nil || isTest else { return [] }
                return ["true", "false"].map { source.replacing(site, by: $0) }
            }
        }
    }
}
