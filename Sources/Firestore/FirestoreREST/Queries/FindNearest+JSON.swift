import FirestoreModel
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
        if vector == nil { refuse("Query Value must be of type vector.") }
        let limit = try reader.int32("limit") ?? 0
        if !(1...FindNearest.maximumLimit).contains(limit) {
            refuse("FindNearest.limit must be a positive integer of no more than \(FindNearest.maximumLimit)")
        }
        let measure = try reader.enumeration("distanceMeasure", FindNearest.DistanceMeasure.self)
        if measure == nil { refuse("Unknown Distance Measure.") }
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

extension FindNearest {
    fileprivate static let maximumLimit = 1000
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
