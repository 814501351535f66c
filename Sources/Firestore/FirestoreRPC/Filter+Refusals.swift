package import FirestoreModel

extension Filter.FieldOperator {
    /// Why Firestore refuses an operand, or nil.
    package func refusal(of operand: Value) -> String? {
        let most: Int
        switch self {
        case .in, .arrayContainsAny: most = 30
        case .notIn: most = 10
        case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
            .arrayContains:
            return nil
        }
        guard let elements = operand.arrayValue else { return "'\(rawValue)' requires an ArrayValue." }
        if elements.isEmpty { return "'\(rawValue)' requires an non-empty ArrayValue." }
        return elements.count > most ? "'\(rawValue)' supports up to \(most) comparison values." : nil
    }
}

extension Filter {
    /// Why Firestore refuses a combination of operators, or nil. It is reported before any other problem of a query.
    package var refusalOfCombination: String? {
        var negations = 0
        var (hasNotIn, hasDisjunction) = (false, holdsOr)
        for leaf in leaves {
            switch leaf {
            case .field(_, .notIn, _): (negations, hasNotIn) = (negations + 1, true)
            case .field(_, .notEqual, _), .unary(_, .isNotNaN), .unary(_, .isNotNull): negations += 1
            case .field(_, .in, _), .field(_, .arrayContainsAny, _): hasDisjunction = true
            case .field, .unary, .and, .or: continue
            }
        }
        if negations > 1 {
            return
                "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."
        }
        return hasNotIn && hasDisjunction
            ? "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'." : nil
    }

    private var holdsOr: Bool {
        switch self {
        case .or: true
        case .and(let filters): filters.contains(where: \.holdsOr)
        case .field, .unary: false
        }
    }
}
