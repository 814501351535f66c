package import FirestoreModel

// The enums of queries, with their names and numbers in the protobuf interface.

enum CompositeOperator: CaseIterable, ProtoEnum {
    case and, or

    static let unspecifiedName = "OPERATOR_UNSPECIFIED"

    var protoName: String {
        switch self {
        case .and: "AND"
        case .or: "OR"
        }
    }

    var protoNumber: Int {
        switch self {
        case .and: 1
        case .or: 2
        }
    }
}

extension StructuredQuery.Direction: ProtoEnum {
    package static let allCases: [StructuredQuery.Direction] = [.ascending, .descending]
    package static let unspecifiedName = "DIRECTION_UNSPECIFIED"

    package var protoName: String {
        switch self {
        case .ascending: "ASCENDING"
        case .descending: "DESCENDING"
        }
    }

    package var protoNumber: Int {
        switch self {
        case .ascending: 1
        case .descending: 2
        }
    }
}

extension Filter.FieldOperator: ProtoEnum {
    package static let unspecifiedName = "OPERATOR_UNSPECIFIED"
    package var protoName: String { rawValue }

    package var protoNumber: Int {
        switch self {
        case .lessThan: 1
        case .lessThanOrEqual: 2
        case .greaterThan: 3
        case .greaterThanOrEqual: 4
        case .equal: 5
        case .notEqual: 6
        case .arrayContains: 7
        case .in: 8
        case .arrayContainsAny: 9
        case .notIn: 10
        }
    }
}

extension Filter.UnaryOperator: ProtoEnum {
    package static let unspecifiedName = "OPERATOR_UNSPECIFIED"
    package var protoName: String { rawValue }

    package var protoNumber: Int {
        switch self {
        case .isNaN: 2
        case .isNull: 3
        case .isNotNaN: 4
        case .isNotNull: 5
        }
    }
}
