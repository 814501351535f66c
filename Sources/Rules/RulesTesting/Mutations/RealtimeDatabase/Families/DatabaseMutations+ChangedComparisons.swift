import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Turns `==` into `!=`, and `<` into `<=` or `>=`.
    struct ChangedComparisons: MutationFamily {
        let name = "changed-comparison"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site -> [MutationChange] in
                guard case .binary(let sign, let left, let right) = site.expression.kind,
                    let place = source.sign(sign.rawValue, between: left, right, in: site)
                else { return [] }
                return others(sign).map { source.change(site, [(place, $0.rawValue)]) }
            }
        }

        private func others(_ sign: RealtimeDatabaseRules.BinaryOperator) -> [RealtimeDatabaseRules
            .BinaryOperator]
        {
            switch sign {
            case .equal: [.notEqual]
            case .identical: [.notIdentical]
            case .notEqual: [.equal]
            case .notIdentical: [.identical]
            case .less: [.lessOrEqual, .greaterOrEqual]
            case .lessOrEqual: [.less, .greater]
            case .greater: [.greaterOrEqual, .lessOrEqual]
            case .greaterOrEqual: [.greater, .less]
            case .add, .subtract, .multiply, .divide, .remainder: []
            }
        }
    }
}
