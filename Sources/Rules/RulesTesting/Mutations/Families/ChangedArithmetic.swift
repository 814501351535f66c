import FirestoreRules

/// Calculates with another operator.
struct ChangedArithmetic: MutationFamily {
    let name = "changed-arithmetic"

    private static let others: [BinaryOperator: BinaryOperator] = [
        .add: .subtract, .subtract: .add, .multiply: .divide, .divide: .multiply, .remainder: .multiply,
    ]

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.compactMap { site in
            guard case .binary(let operation, _, _, let range) = site.expression.kind,
                let other = ChangedArithmetic.others[operation]
            else { return nil }
            return source.replacing(range, of: site.expression, by: other.rawValue)
        }
    }
}
