import FirestoreModel

/// A condition on the documents of a query, alone or joined with others.
///
/// See <https://firebase.google.com/docs/firestore/query-data/queries>. Values are converted when the filter is created; an
/// invalid one is reported when the query runs.
public struct Filter: Sendable {
    indirect enum Node: Sendable {
        case field(FieldPath, FilterOperator, [Operand])
        case and([Node])
        case or([Node])
        case invalid(ConversionProblem)
    }

    let node: Node

    private init(_ node: Node) {
        self.node = node
    }

    /// Matches documents that match all the filters; every document if there are none.
    public static func andFilter(_ filters: [Filter]) -> Filter { Filter(.and(filters.map(\.node))) }

    /// Matches documents that match at least one of the filters. There must be at least one filter.
    public static func orFilter(_ filters: [Filter]) -> Filter { Filter(.or(filters.map(\.node))) }

    init(_ field: Any, _ filterOperator: FilterOperator, _ values: [Any?]) {
        do throws(ConversionProblem) {
            let path = try FieldPath(anyForm: field)
            try path.checkForReading()
            var operands: [Operand] = []
            for value in values { operands.append(try Operand(value, of: path)) }
            self.init(.field(path, filterOperator, operands))
        } catch {
            self.init(.invalid(error))
        }
    }
}

/// How a field is compared with a value, or with several.
enum FilterOperator: Sendable {
    case equal, notEqual, lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual, arrayContains
    case `in`, notIn, arrayContainsAny
}

/// A value to compare with. The id of a document becomes a reference when the collection is known.
enum Operand: Sendable, Equatable {
    case value(Value)
    case documentID(String)

    init(_ any: Any?, of field: FieldPath) throws(ConversionProblem) {
        let value = try ValueEncoder.value(any as Any, at: ConversionPath(field))
        if field.isDocumentID, case .string(let id) = value {
            self = .documentID(id)
        } else {
            self = .value(value)
        }
    }
}
