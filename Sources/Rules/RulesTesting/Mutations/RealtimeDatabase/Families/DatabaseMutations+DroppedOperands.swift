import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Leaves out one operand of a chain of `&&` or `||`.
    struct DroppedOperands: MutationFamily {
        let name = "dropped-operand"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site -> [MutationChange] in
                guard case .logical(_, let operands) = site.expression.kind else { return [] }
                let extents = operands.map { source.extent($0, in: site.expression, of: site.statement) }
                return extents.indices.map { index in
                    let gap =
                        index + 1 < extents.count
                        ? extents[index].lowerBound..<extents[index + 1].lowerBound
                        : extents[index - 1].upperBound..<extents[index].upperBound
                    return source.change(site, [(gap, "")])
                }
            }
        }
    }
}
