import FirestoreModel
import FirestoreRPC
import JSONText

/// The JSON of filters.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery#Filter>.
extension WireDecoder {
    /// Reads a filter; nil for one that was refused.
    mutating func filter(_ json: JSONNode) throws(RPCStatus) -> Filter? {
        let reader = try MessageReader(json, "compositeFilter", "fieldFilter", "unaryFilter")
        switch try reader.oneOf("compositeFilter", "fieldFilter", "unaryFilter") {
        case ("compositeFilter", let json)?: return try compositeFilter(json)
        case ("fieldFilter", let json)?: return try fieldFilter(json)
        case (_, let json)?: return try unaryFilter(json)
        case nil:
            refuse(.unknownFilter)
            return nil
        }
    }

    private mutating func compositeFilter(_ json: JSONNode) throws(RPCStatus) -> Filter? {
        let reader = try MessageReader(json, "op", "filters")
        let operation = try reader.enumeration("op", CompositeOperator.self)
        if operation == nil { refuse(.unknownCompositeOperator) }
        let elements = try reader.array("filters")
        var filters: [Filter] = []
        for element in elements {
            if let filter = try filter(element) { filters.append(filter) }
        }
        switch operation {
        // Without filters it matches every document, and so does a disjunction around it.
        case .and?, nil: return .and(filters)
        case .or?:
            if elements.isEmpty { refuse(.emptyDisjunction) }
            return .or(filters)
        }
    }

    private mutating func fieldFilter(_ json: JSONNode) throws(RPCStatus) -> Filter? {
        let reader = try MessageReader(json, "field", "op", "value")
        let field = try fieldReference(reader["field"])
        let operand = try value(reader["value"])
        guard let operation = try reader.enumeration("op", Filter.FieldOperator.self) else {
            refuse(.unknownFieldOperator)
            return nil
        }
        if let refusal = operation.refusal(of: operand) { refuse(refusal) }
        return .field(field, operation, operand)
    }

    private mutating func unaryFilter(_ json: JSONNode) throws(RPCStatus) -> Filter? {
        let reader = try MessageReader(json, "field", "op")
        let operation = try reader.enumeration("op", Filter.UnaryOperator.self)
        guard let reference = reader["field"] else {
            refuse(.unaryFilterWithoutField)
            // It still counts as one of the filters that a query may have only once.
            return operation.map { .unary(FieldPath([]), $0) }
        }
        let field = try fieldReference(reference)
        guard let operation else {
            refuse(.unknownUnaryOperator)
            return nil
        }
        return .unary(field, operation)
    }
}

extension WireEncoder {
    mutating func filter(_ filter: Filter) {
        object { writer in
            switch filter {
            case .and(let filters): writer.compositeFilter(.and, filters)
            case .or(let filters): writer.compositeFilter(.or, filters)
            case .field(let path, let operation, let value):
                writer.member("fieldFilter") { writer in
                    writer.object { writer in
                        writer.member("field") { $0.fieldReference(path) }
                        writer.member("op") { $0.string(operation.protoName) }
                        writer.member("value") { $0.value(value) }
                    }
                }
            case .unary(let path, let operation):
                writer.member("unaryFilter") { writer in
                    writer.object { writer in
                        writer.member("field") { $0.fieldReference(path) }
                        writer.member("op") { $0.string(operation.protoName) }
                    }
                }
            }
        }
    }

    private mutating func compositeFilter(_ operation: CompositeOperator, _ filters: [Filter]) {
        member("compositeFilter") { writer in
            writer.object { writer in
                writer.member("op") { $0.string(operation.protoName) }
                writer.member("filters") { $0.array(filters) { $0.filter($1) } }
            }
        }
    }
}
