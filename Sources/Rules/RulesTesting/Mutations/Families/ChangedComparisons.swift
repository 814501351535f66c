import FirestoreRules

/// Compares with another operator: the opposite one, and the one that differs only for equal values.
struct ChangedComparisons: MutationFamily {
    let name = "changed-comparison"

    private static let others: [BinaryOperator: [BinaryOperator]] = [
        .equal: [.notEqual], .notEqual: [.equal], .less: [.lessOrEqual, .greaterOrEqual],
        .lessOrEqual: [.less, .greater], .greater: [.greaterOrEqual, .lessOrEqual],
        .greaterOrEqual: [.greater, .less],
    ]

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.flatMap { site -> [MutationChange] in
            guard case .binary(let operation, _, _, let range) = site.expression.kind else { return [] }
            return (ChangedComparisons.others[operation] ?? []).map {
                source.replacing(range, of: site.expression, by: $0.rawValue)
            }
        }
    }
}
