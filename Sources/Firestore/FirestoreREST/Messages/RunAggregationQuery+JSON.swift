package import FirestoreModel
package import FirestoreRPC
import JSONText

extension RunAggregationQueryRequest {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<RunAggregationQueryRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(
                json, "parent", "structuredAggregationQuery", "transaction", "newTransaction", "readTime",
                "explainOptions")
            if let options = reader["explainOptions"] {
                _ = try MessageReader(options, "analyze").boolean("analyze")
            }
            let consistency = try decoder.consistency(reader)
            guard let query = reader["structuredAggregationQuery"] else {
                decoder.refuse("Only structured aggregation queries are supported.")
                return RunAggregationQueryRequest(
                    query: StructuredQuery(from: []), aggregations: [], consistency: consistency)
            }
            let parts = try MessageReader(query, "structuredQuery", "aggregations")
            var aggregations: [Aggregation] = []
            for element in try parts.array("aggregations") {
                aggregations.append(try decoder.aggregation(element))
            }
            let base = try decoder.structuredQuery(parts["structuredQuery"])
            if aggregations.isEmpty { decoder.refuse("Aggregations can not be empty.") }
            return RunAggregationQueryRequest(
                query: base, aggregations: aggregations, consistency: consistency)
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact)
        writer.object { writer in
            writer.member("structuredAggregationQuery") { writer in
                writer.object { writer in
                    writer.member("structuredQuery") { $0.structuredQuery(query) }
                    writer.member("aggregations") { $0.array(aggregations) { $0.aggregation($1) } }
                }
            }
            writer.consistency(consistency)
        }
        return writer.bytes
    }
}

extension RunAggregationQueryResponse {
    /// Reads the whole response, an array.
    package static func decodeAll(_ body: [UInt8]) throws(RPCStatus) -> [RunAggregationQueryResponse] {
        try WireDecoder.decodeStream(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            let time = try reader.timestamp("readTime") ?? .zero
            if let result = reader["result"] {
                var fields = MapValue()
                if let members = try MessageReader(answer: result)["aggregateFields"]?.members {
                    for member in members {
                        fields[FieldName(member.name.string ?? "")] = try decoder.value(member.value)
                    }
                }
                return .result(fields, readTime: time)
            }
            if let transaction = try reader.bytes("transaction") { return .transaction(transaction) }
            guard reader["readTime"] != nil else { throw .invalidPayload }
            return .progress(readTime: time)
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
            switch self {
            case .transaction(let id): writer.member("transaction") { $0.string(Base64.encode(id)) }
            case .result(let fields, let time):
                writer.member("result") { writer in
                    writer.object { writer in
                        writer.member("aggregateFields") { writer in
                            writer.object { writer in
                                for (name, value) in fields { writer.member(name.string) { $0.value(value) } }
                            }
                        }
                    }
                }
                writer.member("readTime") { $0.time(time) }
                // Only the emulators say so.
                writer.member("done") { $0.boolean(true) }
            case .progress(let time): writer.member("readTime") { $0.time(time) }
            }
        }
    }
}
