import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Negates a condition: a test, a call, or the operand of a `!`.
    struct NegatedConditions: MutationFamily {
        let name = "negated-condition"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.filter(\.isCondition).compactMap { site in
                if case .not? = site.parent?.kind { return nil }
                switch site.expression.kind {
                case .not(let operand):
                    let range = source.extent(operand, in: site.expression, of: site.statement)
                    return source.replacing(site, by: site.statement.text.text(range))
                case .variable, .property, .index, .call:
                    return source.replacing(
                        site, by: "!(\(source.text(site.expression, of: site.statement)))")
                // Comparisons, chains and literals have families of their own.
                case .null, .boolean, .number, .string, .pattern, .list, .negative, .binary, .logical,
                    .conditional:
                    return nil
                }
            }
        }
    }
}
