import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Puts `-` in the place of `+`, and `/` in that of `*`, and the other way round.
    struct ChangedArithmetic: MutationFamily {
        let name = "changed-arithmetic"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.compactMap { site in
                guard case .binary(let sign, let left, let right) = site.expression.kind,
                    let other = others[sign],
                    let place = source.sign(sign.rawValue, between: left, right, in: site)
                else { return nil }
                return source.change(site, [(place, other.rawValue)])
            }
        }

        private var others: [RealtimeDatabaseRules.BinaryOperator: RealtimeDatabaseRules.BinaryOperator] {
            [.add: .subtract, .subtract: .add, .multiply: .divide, .divide: .multiply, .remainder: .multiply]
        }
    }
}
