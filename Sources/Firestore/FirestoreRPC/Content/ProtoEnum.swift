package import FirestoreModel

/// An enum of the protobuf interface: a name and a number for each case, and a name for "not specified", whose number is 0.
package protocol ProtoEnum: CaseIterable {
    var protoName: String { get }
    var protoNumber: Int { get }
    static var unspecifiedName: String { get }
}

extension ProtoEnum {
    /// The case with a number; nil for "not specified", and for a number that is unknown.
    package init?(protoNumber: Int32) {
        guard let value = Self.allCases.first(where: { $0.protoNumber == Int(protoNumber) }) else {
            return nil
        }
        self = value
    }
}

package enum CompositeOperator: CaseIterable, ProtoEnum {
    case and, or

    package static let unspecifiedName = "OPERATOR_UNSPECIFIED"

    package var protoName: String {
        switch self {
        case .and: "AND"
        case .or: "OR"
        }
    }

    package var protoNumber: Int {
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

extension FindNearest.DistanceMeasure: ProtoEnum {
    package static let unspecifiedName = "DISTANCE_MEASURE_UNSPECIFIED"

    package var protoName: String {
        switch self {
        case .euclidean: "EUCLIDEAN"
        case .cosine: "COSINE"
        case .dotProduct: "DOT_PRODUCT"
        }
    }

    package var protoNumber: Int {
        switch self {
        case .euclidean: 1
        case .cosine: 2
        case .dotProduct: 3
        }
    }
}

/// The value that a server puts into a field.
package enum ServerValue: ProtoEnum {
    case requestTime

    package static let unspecifiedName = "SERVER_VALUE_UNSPECIFIED"
    package var protoName: String { "REQUEST_TIME" }
    package var protoNumber: Int { 1 }
}
