package import FirestoreModel
package import FirestoreRPC
import JSONText

extension WireDecoder {
    /// Reads the request of a method that runs a query, which is in the field with this name.
    fileprivate mutating func queryRequest(
        _ json: JSONNode, _ name: String
    ) throws(RPCStatus) -> (query: JSONNode?, consistency: Consistency?) {
        let reader = try MessageReader(
            json, "parent", name, "transaction", "newTransaction", "readTime", "explainOptions")
        if let options = reader["explainOptions"] {
            _ = try MessageReader(options, "analyze").boolean("analyze")
        }
        return (reader[name], try consistency(reader))
    }
}

extension RunQueryRequest: WireMessage {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<RunQueryRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let (query, consistency) = try decoder.queryRequest(json, "structuredQuery")
            guard let query else {
                decoder.refuse(.noStructuredQuery)
                return RunQueryRequest(query: StructuredQuery(from: []), consistency: consistency)
            }
            return RunQueryRequest(query: try decoder.structuredQuery(query), consistency: consistency)
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("structuredQuery") { $0.structuredQuery(query) }
        writer.consistency(consistency)
    }
}

extension RunQueryResponse: WireElement {
    package init(_ reader: MessageReader, _ decoder: inout WireDecoder) throws(RPCStatus) {
        self.init(
            transaction: try reader.bytes("transaction"),
            document: try reader["document"].map { json throws(RPCStatus) in try decoder.document(json) },
            readTime: try reader.timestamp("readTime"),
            skippedResults: try reader.int32("skippedResults") ?? 0,
            done: try reader.boolean("done") ?? false)
    }

    package func writeMembers(to writer: inout WireEncoder) {
        if let transaction { writer.member("transaction") { $0.string(Base64.encode(transaction)) } }
        if let document { writer.member("document") { $0.document(document) } }
        if let readTime { writer.member("readTime") { $0.time(readTime) } }
        if skippedResults != 0 { writer.member("skippedResults") { $0.integer(skippedResults) } }
        if done { writer.member("done") { $0.boolean(true) } }
    }
}

extension RunAggregationQueryRequest: WireMessage {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<RunAggregationQueryRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let (query, consistency) = try decoder.queryRequest(json, "structuredAggregationQuery")
            guard let query else {
                decoder.refuse(.noAggregationQuery)
                return RunAggregationQueryRequest(
                    query: StructuredQuery(from: []), aggregations: [], consistency: consistency)
            }
            let parts = try MessageReader(query, "structuredQuery", "aggregations")
            var aggregations: [Aggregation] = []
            for element in try parts.array("aggregations") {
                aggregations.append(try decoder.aggregation(element))
            }
            let base = try decoder.structuredQuery(parts["structuredQuery"])
            if aggregations.isEmpty { decoder.refuse(.noAggregations) }
            return RunAggregationQueryRequest(
                query: base, aggregations: aggregations, consistency: consistency)
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("structuredAggregationQuery") { writer in
            writer.object { writer in
                writer.member("structuredQuery") { $0.structuredQuery(query) }
                writer.member("aggregations") { $0.array(aggregations) { $0.aggregation($1) } }
            }
        }
        writer.consistency(consistency)
    }
}

extension RunAggregationQueryResponse: ReadElement {
    package static func result(
        _ reader: MessageReader, _ decoder: inout WireDecoder, readTime: Timestamp
    ) throws(RPCStatus) -> RunAggregationQueryResponse? {
        guard let result = reader["result"] else { return nil }
        var fields = MapValue()
        for member in try MessageReader(answer: result)["aggregateFields"]?.members ?? JSONNode.Members() {
            fields[FieldName(member.name.string ?? "")] = try decoder.value(member.value)
        }
        return .result(fields, readTime: readTime)
    }

    package func writeMembers(to writer: inout WireEncoder) {
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
            // Only emulators send this.
            writer.member("done") { $0.boolean(true) }
        case .progress(let time): writer.member("readTime") { $0.time(time) }
        }
    }
}

extension PartitionQueryRequest: WireMessage {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<PartitionQueryRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(
                json, "parent", "structuredQuery", "partitionCount", "pageToken", "pageSize", "readTime")
            if reader["structuredQuery"] == nil { decoder.refuse(.noStructuredQuery) }
            return PartitionQueryRequest(
                query: try decoder.structuredQuery(reader["structuredQuery"]),
                partitionCount: try reader.int64("partitionCount") ?? 0,
                pageSize: try reader.int32("pageSize") ?? 0, pageToken: try reader.text("pageToken"),
                readTime: try reader.timestamp("readTime"))
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("structuredQuery") { $0.structuredQuery(query) }
        writer.member("partitionCount") { $0.string(partitionCount.description) }
        writer.page(size: pageSize, token: pageToken, readTime: readTime)
    }
}

extension PartitionQueryResponse: WireMessage {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            var partitions: [StructuredQuery.Cursor] = []
            for element in try reader.array("partitions") {
                let cursor = try MessageReader(answer: element)
                var values: [Value] = []
                for value in try cursor.array("values") { values.append(try decoder.value(value)) }
                partitions.append(.init(values, before: try cursor.boolean("before") ?? false))
            }
            return PartitionQueryResponse(
                partitions: partitions, nextPageToken: try reader.text("nextPageToken"))
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        if !partitions.isEmpty { writer.member("partitions") { $0.array(partitions) { $0.cursor($1) } } }
        if let nextPageToken { writer.member("nextPageToken") { $0.string(nextPageToken) } }
    }
}
