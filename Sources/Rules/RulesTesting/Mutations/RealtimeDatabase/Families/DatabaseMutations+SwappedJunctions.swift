import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Replaces `&&` by `||`, and the reverse.
    struct SwappedJunctions: MutationFamily {
        let name = "swapped-junction"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site -> [MutationChange] in
                guard case .logical(let sign, let operands) = site.expression.kind else { return [] }
                let other: RealtimeDatabaseRules.LogicalOperator = sign == .and ? .or : .and
                return zip(operands, operands.dropFirst()).compactMap { left, right in
                    source.sign(sign.rawValue, between: left, right, in: site).map {
                        source.change(site, [($0, other.rawValue)])
                    }
                }
            }
        }
    }
}
