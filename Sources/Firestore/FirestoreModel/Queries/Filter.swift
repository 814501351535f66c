/// The condition for a document to be a result of a query.
package indirect enum Filter: Sendable, Equatable {
    case and([Filter])
    case or([Filter])
    case field(FieldPath, FieldOperator, Value)
    case unary(FieldPath, UnaryOperator)

    /// A comparison of a field with a value. The raw values are the names in the API.
    package enum FieldOperator: String, Sendable, CaseIterable {
        case lessThan = "LESS_THAN"
        case lessThanOrEqual = "LESS_THAN_OR_EQUAL"
        case greaterThan = "GREATER_THAN"
        case greaterThanOrEqual = "GREATER_THAN_OR_EQUAL"
        case equal = "EQUAL"
        case notEqual = "NOT_EQUAL"
        case arrayContains = "ARRAY_CONTAINS"
        case `in` = "IN"
        case arrayContainsAny = "ARRAY_CONTAINS_ANY"
        case notIn = "NOT_IN"

        /// True for operators that sort the results by the field.
        package var isInequality: Bool {
            switch self {
            case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn: true
            case .equal, .arrayContains, .in, .arrayContainsAny: false
            }
        }
    }

    /// A test of a field alone. The raw values are the names in the API.
    package enum UnaryOperator: String, Sendable, CaseIterable {
        case isNaN = "IS_NAN"
        case isNull = "IS_NULL"
        case isNotNaN = "IS_NOT_NAN"
        case isNotNull = "IS_NOT_NULL"
    }

    /// All the tests on single fields in the tree, left to right.
    package var leaves: [Filter] {
        switch self {
        case .and(let filters), .or(let filters): filters.flatMap(\.leaves)
        case .field, .unary: [self]
        }
    }
}
