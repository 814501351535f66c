import FirestoreModel
import FirestoreRPC
import JSONText

/// The JSON of a vector search.
extension WireDecoder {
    /// Reads a search. Problems of its content are found in the order of Google's emulator.
    mutating func findNearest(_ json: JSONNode) throws(RPCStatus) -> FindNearest {
        let reader = try MessageReader(
            json, "vectorField", "queryVector", "distanceMeasure", "limit", "distanceResultField",
            "distanceThreshold")
        let value = try value(reader["queryVector"])
        let vector = value.vector
        if vector == nil { refuse(.queryVectorWithoutType) }
        let limit = try reader.int32("limit") ?? 0
        content.checkFindNearest(limit: limit)
        let measure = try reader.enumeration("distanceMeasure", FindNearest.DistanceMeasure.self)
        if measure == nil { refuse(.unknownDistanceMeasure) }
        let resultField = try reader.string("distanceResultField") ?? ""
        return FindNearest(
            try fieldReference(reader["vectorField"]), to: vector ?? [], by: measure ?? .euclidean,
            limit: limit,
            distanceResultField: resultField.isEmpty ? nil : FieldName(resultField),
            distanceThreshold: try reader["distanceThreshold"].map { json throws(RPCStatus) in
                try double(json)
            })
    }
}

extension WireEncoder {
    mutating func findNearest(_ search: FindNearest) {
        let vector: MapValue = [
            "__type__": "__vector__", "value": .array(search.queryVector.map { .double($0) }),
        ]
        object { writer in
            writer.member("vectorField") { $0.fieldReference(search.vectorField) }
            writer.member("queryVector") { $0.value(.map(vector)) }
            writer.member("distanceMeasure") { $0.string(search.distanceMeasure.protoName) }
            writer.member("limit") { $0.integer(search.limit) }
            if let field = search.distanceResultField {
                writer.member("distanceResultField") { $0.string(field.string) }
            }
            if let threshold = search.distanceThreshold {
                writer.member("distanceThreshold") { $0.double(threshold) }
            }
        }
    }
}
