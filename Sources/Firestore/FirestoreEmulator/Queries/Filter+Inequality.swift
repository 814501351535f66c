import FirestoreModel

/// The fields by which inequalities sort the results of a query.
extension Filter {
    /// Each of the fields once.
    var inequalityFields: Set<FieldPath> { Set(leaves.compactMap(\.inequalityField)) }

    /// The field of an inequality; nil for other tests, and for an inequality that no value can satisfy.
    var inequalityField: FieldPath? {
        switch self {
        case .field(let path, .lessThan, let operand), .field(let path, .lessThanOrEqual, let operand),
            .field(let path, .greaterThan, let operand), .field(let path, .greaterThanOrEqual, let operand):
            operand == .null || operand.isNaN ? nil : path
        case .field(let path, .notEqual, let operand): operand == .null ? nil : path
        case .field(let path, .notIn, let operand): operand == [.null] ? nil : path
        case .unary(let path, .isNotNaN), .unary(let path, .isNotNull): path
        case .field, .unary, .and, .or: nil
        }
    }
}
