import FirestoreModel

/// Filters in the form of the API.
extension QuerySpec {
    func wireFilter(_ node: Filter.Node) throws(ConversionProblem) -> FirestoreModel.Filter {
        switch node {
        case .invalid(let problem): throw problem
        case .and(let nodes): return .and(try wireFilters(nodes))
        case .or(let nodes):
            if nodes.isEmpty { throw ConversionProblem("an orFilter needs at least one filter") }
            return .or(try wireFilters(nodes))
        case .field(let path, let filterOperator, let operands):
            return try wireFilter(path, filterOperator, operands)
        }
    }

    private func wireFilters(_ nodes: [Filter.Node]) throws(ConversionProblem) -> [FirestoreModel.Filter] {
        var filters: [FirestoreModel.Filter] = []
        for node in nodes { filters.append(try wireFilter(node)) }
        return filters
    }

    private func wireFilter(
        _ path: FieldPath, _ filterOperator: FilterOperator, _ operands: [Operand]
    ) throws(ConversionProblem) -> FirestoreModel.Filter {
        var values: [Value] = []
        for operand in operands { values.append(try wireValue(operand)) }
        let value = values.first ?? .null
        switch filterOperator {
        // A comparison with null or NaN would match nothing.
        case .equal: return unary(path, value, .isNull, .isNaN) ?? .field(path, .equal, value)
        case .notEqual: return unary(path, value, .isNotNull, .isNotNaN) ?? .field(path, .notEqual, value)
        case .lessThan: return try ordered(path, .lessThan, value)
        case .lessThanOrEqual: return try ordered(path, .lessThanOrEqual, value)
        case .greaterThan: return try ordered(path, .greaterThan, value)
        case .greaterThanOrEqual: return try ordered(path, .greaterThanOrEqual, value)
        case .arrayContains: return .field(path, .arrayContains, value)
        case .in: return try list(path, .in, values)
        case .notIn: return try list(path, .notIn, values)
        case .arrayContainsAny: return try list(path, .arrayContainsAny, values)
        }
    }

    private func unary(
        _ path: FieldPath, _ value: Value, _ null: FirestoreModel.Filter.UnaryOperator,
        _ nan: FirestoreModel.Filter.UnaryOperator
    ) -> FirestoreModel.Filter? {
        switch value {
        case .null: .unary(path, null)
        case .double(let number) where number.isNaN: .unary(path, nan)
        default: nil
        }
    }

    private func ordered(
        _ path: FieldPath, _ operation: FirestoreModel.Filter.FieldOperator, _ value: Value
    ) throws(ConversionProblem) -> FirestoreModel.Filter {
        if unary(path, value, .isNull, .isNaN) != nil {
            throw ConversionProblem(
                at: path.description, "is compared with null or NaN, which is only possible for equality")
        }
        return .field(path, operation, value)
    }

    private func list(
        _ path: FieldPath, _ operation: FirestoreModel.Filter.FieldOperator, _ values: [Value]
    ) throws(ConversionProblem) -> FirestoreModel.Filter {
        if values.isEmpty { throw ConversionProblem(at: path.description, "is compared with an empty list") }
        return .field(path, operation, .array(values))
    }

    /// The value; for a document's id, the reference to the document.
    func wireValue(_ operand: Operand) throws(ConversionProblem) -> Value {
        switch operand {
        case .value(let value): return value
        case .documentID(let text):
            let below: [ResourceID]
            switch try source.get() {
            case .collection(let path): below = path.segments
            // The documents of a group are in many collections, so an id alone is not enough.
            case .group: below = []
            }
            return .reference(DocumentName(database, try PathReader.document(text, below: below).get()))
        }
    }
}
