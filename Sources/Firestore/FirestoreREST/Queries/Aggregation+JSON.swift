import FirestoreModel
import FirestoreRPC
import JSONText

/// The JSON of aggregations.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredAggregationQuery#Aggregation>.
extension WireDecoder {
    mutating func aggregation(_ json: JSONNode) throws(RPCStatus) -> Aggregation {
        let reader = try MessageReader(json, "alias", "count", "sum", "avg")
        let alias = try reader.string("alias") ?? ""
        let operation = try operation(of: reader)
        return Aggregation(operation, alias: alias.isEmpty ? nil : alias)
    }

    private mutating func operation(of reader: MessageReader) throws(RPCStatus) -> Aggregation.Operation {
        switch try reader.oneOf("count", "sum", "avg") {
        case ("count", let json)?:
            let limit = try MessageReader(json, "upTo").int64("upTo")
            content.checkCount(upTo: limit)
            return .count(upTo: limit)
        case ("sum", let json)?: return .sum(try aggregatedField(json))
        case (_, let json)?: return .average(try aggregatedField(json))
        case nil:
            refuse(.unsetAggregation)
            return .count(upTo: nil)
        }
    }

    /// The field of a sum or an average.
    private mutating func aggregatedField(_ json: JSONNode) throws(RPCStatus) -> FieldPath {
        guard let reference = try MessageReader(json, "field")["field"] else { return fieldPath("") }
        return try fieldReference(reference)
    }
}

extension WireEncoder {
    mutating func aggregation(_ aggregation: Aggregation) {
        object { writer in
            if let alias = aggregation.alias { writer.member("alias") { $0.string(alias) } }
            switch aggregation.operation {
            case .count(let limit):
                writer.member("count") { writer in
                    writer.object { writer in
                        if let limit { writer.member("upTo") { $0.string(limit.description) } }
                    }
                }
            case .sum(let field): writer.aggregatedField("sum", field)
            case .average(let field): writer.aggregatedField("avg", field)
            }
        }
    }

    private mutating func aggregatedField(_ name: String, _ field: FieldPath) {
        member(name) { $0.object { $0.member("field") { $0.fieldReference(field) } } }
    }
}
