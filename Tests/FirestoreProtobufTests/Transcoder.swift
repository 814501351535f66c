import FirestoreModel
import JSONText
import Protobuf

/// Translates the JSON of a message into its binary form, field by field, whatever its content means.
///
/// The names and numbers are those of the public interface:
/// <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1>.
enum Transcoder {
    indirect enum Kind: Sendable {
        case string, bytes, integer, boolean, double, null, timestamp
        case enumeration([String])
        case message(String)
        case list(Kind)
        case map(String)
        /// A message around one value: `google.protobuf.Int32Value` and the like.
        case wrapped(Kind)
    }

    /// What JSON holds does not fit the message.
    struct Misfit: Error {}

    static func encode(_ json: JSON, as message: String) throws -> [UInt8] {
        var writer = ProtobufWriter()
        try write(json, as: message, to: &writer)
        return writer.bytes
    }

    private static func write(_ json: JSON, as message: String, to writer: inout ProtobufWriter) throws {
        guard case .object(let members) = json, let fields = schema[message] else { throw Misfit() }
        for member in members {
            guard let (number, kind) = fields[member.name] else { throw Misfit() }
            try write(member.value, number, kind, to: &writer)
        }
    }

    private static func write(
        _ json: JSON, _ number: Int, _ kind: Kind, to writer: inout ProtobufWriter
    ) throws {
        switch (kind, json) {
        case (.null, .null): writer.integer(number, 0)
        case (_, .null): break
        case (.string, .string(let text)): writer.string(number, text)
        case (.bytes, .string(let text)):
            guard let bytes = Base64.decode(text) else { throw Misfit() }
            writer.bytes(number, bytes)
        case (.integer, .string(let digits)), (.integer, .number(let digits)):
            guard let value = Int64(digits) else { throw Misfit() }
            writer.integer(number, value)
        case (.boolean, .boolean(let flag)): writer.boolean(number, flag)
        case (.double, .number(let digits)), (.double, .string(let digits)):
            guard let value = Double(digits.replacing("Infinity", with: "inf")) else { throw Misfit() }
            writer.double(number, value)
        case (.enumeration(let names), .string(let name)):
            guard let value = names.firstIndex(of: name) else { throw Misfit() }
            writer.integer(number, value)
        case (.timestamp, .string(let text)):
            guard let time = Timestamp(rfc3339: text) else { throw Misfit() }
            writer.message(number) { writer in
                writer.integer(1, time.seconds)
                writer.integer(2, time.nanoseconds)
            }
        case (.message(let name), _):
            writer.bytes(number, try encode(json, as: name))
        case (.list(let kind), .array(let elements)):
            for element in elements { try write(element, number, kind, to: &writer) }
        case (.map(let name), .object(let members)):
            for member in members {
                var entry = ProtobufWriter()
                entry.string(1, member.name)
                entry.bytes(2, try encode(member.value, as: name))
                writer.bytes(number, entry.bytes)
            }
        case (.wrapped(let kind), _):
            var inner = ProtobufWriter()
            try write(json, 1, kind, to: &inner)
            writer.bytes(number, inner.bytes)
        case _: throw Misfit()
        }
    }
}

extension Transcoder {
    private typealias Fields = [String: (Int, Kind)]

    private static let writes: Kind = .list(.message("Write"))

    /// The fields of a read that may open a transaction, which have different numbers everywhere.
    private static func reading(_ transaction: Int, _ new: Int, _ readTime: Int, _ more: Fields) -> Fields {
        let selector: Fields = [
            "transaction": (transaction, .bytes), "newTransaction": (new, .message("TransactionOptions")),
            "readTime": (readTime, .timestamp),
        ]
        return selector.merging(more) { first, _ in first }
    }

    private static let schema: [String: Fields] = [
        "CommitRequest": ["database": (1, .string), "writes": (2, writes), "transaction": (3, .bytes)],
        "BatchWriteRequest": ["database": (1, .string), "writes": (2, writes)],
        "BeginTransactionRequest": [
            "database": (1, .string), "options": (2, .message("TransactionOptions")),
        ],
        "RunQueryRequest": reading(5, 6, 7, ["structuredQuery": (2, .message("StructuredQuery"))]),
        "RunAggregationQueryRequest": reading(
            4, 5, 6, ["structuredAggregationQuery": (2, .message("StructuredAggregationQuery"))]),
        "BatchGetDocumentsRequest": reading(
            4, 5, 7, ["documents": (2, .list(.string)), "mask": (3, .message("DocumentMask"))]),
        "PartitionQueryRequest": [
            "structuredQuery": (2, .message("StructuredQuery")), "partitionCount": (3, .integer),
            "pageToken": (4, .string), "pageSize": (5, .integer), "readTime": (6, .timestamp),
        ],
        "TransactionOptions": [
            "readOnly": (2, .message("ReadOnly")), "readWrite": (3, .message("ReadWrite")),
        ],
        "ReadOnly": ["readTime": (2, .timestamp)],
        "ReadWrite": ["retryTransaction": (1, .bytes)],
        "Write": [
            "update": (1, .message("Document")), "delete": (2, .string), "verify": (5, .string),
            "transform": (6, .message("DocumentTransform")), "updateMask": (3, .message("DocumentMask")),
            "updateTransforms": (7, .list(.message("FieldTransform"))),
            "currentDocument": (4, .message("Precondition")),
        ],
        "Document": [
            "name": (1, .string), "fields": (2, .map("Value")), "createTime": (3, .timestamp),
            "updateTime": (4, .timestamp),
        ],
        "DocumentTransform": [
            "document": (1, .string), "fieldTransforms": (2, .list(.message("FieldTransform"))),
        ],
        "FieldTransform": [
            "fieldPath": (1, .string),
            "setToServerValue": (2, .enumeration(["SERVER_VALUE_UNSPECIFIED", "REQUEST_TIME"])),
            "increment": (3, .message("Value")), "maximum": (4, .message("Value")),
            "minimum": (5, .message("Value")), "appendMissingElements": (6, .message("ArrayValue")),
            "removeAllFromArray": (7, .message("ArrayValue")),
        ],
        "DocumentMask": ["fieldPaths": (1, .list(.string))],
        "Precondition": ["exists": (1, .boolean), "updateTime": (2, .timestamp)],
        "Value": [
            "booleanValue": (1, .boolean), "integerValue": (2, .integer), "doubleValue": (3, .double),
            "referenceValue": (5, .string), "mapValue": (6, .message("MapValue")),
            "geoPointValue": (8, .message("LatLng")), "arrayValue": (9, .message("ArrayValue")),
            "timestampValue": (10, .timestamp), "nullValue": (11, .null), "stringValue": (17, .string),
            "bytesValue": (18, .bytes), "fieldReferenceValue": (19, .string),
        ],
        "MapValue": ["fields": (1, .map("Value"))],
        "ArrayValue": ["values": (1, .list(.message("Value")))],
        "LatLng": ["latitude": (1, .double), "longitude": (2, .double)],
        "StructuredQuery": [
            "select": (1, .message("Projection")), "from": (2, .list(.message("CollectionSelector"))),
            "where": (3, .message("Filter")), "orderBy": (4, .list(.message("Order"))),
            "limit": (5, .wrapped(.integer)), "offset": (6, .integer), "startAt": (7, .message("Cursor")),
            "endAt": (8, .message("Cursor")), "findNearest": (9, .message("FindNearest")),
        ],
        "Projection": ["fields": (2, .list(.message("FieldReference")))],
        "CollectionSelector": ["collectionId": (2, .string), "allDescendants": (3, .boolean)],
        "Filter": [
            "compositeFilter": (1, .message("CompositeFilter")), "fieldFilter": (2, .message("FieldFilter")),
            "unaryFilter": (3, .message("UnaryFilter")),
        ],
        "CompositeFilter": [
            "op": (1, .enumeration(["OPERATOR_UNSPECIFIED", "AND", "OR"])),
            "filters": (2, .list(.message("Filter"))),
        ],
        "FieldFilter": [
            "field": (1, .message("FieldReference")),
            "op": (
                2,
                .enumeration([
                    "OPERATOR_UNSPECIFIED", "LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN",
                    "GREATER_THAN_OR_EQUAL", "EQUAL", "NOT_EQUAL", "ARRAY_CONTAINS", "IN",
                    "ARRAY_CONTAINS_ANY",
                    "NOT_IN",
                ])
            ), "value": (3, .message("Value")),
        ],
        "UnaryFilter": [
            "op": (
                1,
                .enumeration(["OPERATOR_UNSPECIFIED", "", "IS_NAN", "IS_NULL", "IS_NOT_NAN", "IS_NOT_NULL"])
            ),
            "field": (2, .message("FieldReference")),
        ],
        "Order": [
            "field": (1, .message("FieldReference")),
            "direction": (2, .enumeration(["DIRECTION_UNSPECIFIED", "ASCENDING", "DESCENDING"])),
        ],
        "FieldReference": ["fieldPath": (2, .string)],
        "Cursor": ["values": (1, .list(.message("Value"))), "before": (2, .boolean)],
        "FindNearest": [
            "vectorField": (1, .message("FieldReference")), "queryVector": (2, .message("Value")),
            "distanceMeasure": (
                3, .enumeration(["DISTANCE_MEASURE_UNSPECIFIED", "EUCLIDEAN", "COSINE", "DOT_PRODUCT"])
            ), "limit": (4, .wrapped(.integer)), "distanceResultField": (5, .string),
            "distanceThreshold": (6, .wrapped(.double)),
        ],
        "StructuredAggregationQuery": [
            "structuredQuery": (1, .message("StructuredQuery")),
            "aggregations": (3, .list(.message("Aggregation"))),
        ],
        "Aggregation": [
            "count": (1, .message("Count")), "sum": (2, .message("AggregatedField")),
            "avg": (3, .message("AggregatedField")), "alias": (7, .string),
        ],
        "Count": ["upTo": (1, .wrapped(.integer))],
        "AggregatedField": ["field": (1, .message("FieldReference"))],
    ]
}
