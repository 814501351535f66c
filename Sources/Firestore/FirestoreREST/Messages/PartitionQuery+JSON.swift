package import FirestoreModel
package import FirestoreRPC
import JSONText

extension PartitionQueryRequest {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<PartitionQueryRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(
                json, "parent", "structuredQuery", "partitionCount", "pageToken", "pageSize", "readTime")
            if reader["structuredQuery"] == nil { decoder.refuse("only structured queries are supported") }
            let token = try reader.string("pageToken") ?? ""
            return PartitionQueryRequest(
                query: try decoder.structuredQuery(reader["structuredQuery"]),
                partitionCount: try reader.int64("partitionCount") ?? 0,
                pageSize: try reader.int32("pageSize") ?? 0, pageToken: token.isEmpty ? nil : token,
                readTime: try reader.timestamp("readTime"))
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact)
        writer.object { writer in
            writer.member("structuredQuery") { $0.structuredQuery(query) }
            writer.member("partitionCount") { $0.string(partitionCount.description) }
            if pageSize != 0 { writer.member("pageSize") { $0.integer(pageSize) } }
            if let pageToken { writer.member("pageToken") { $0.string(pageToken) } }
            if let readTime { writer.member("readTime") { $0.string(readTime.description) } }
        }
        return writer.bytes
    }
}

extension PartitionQueryResponse {
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
            let token = try reader.string("nextPageToken") ?? ""
            return PartitionQueryResponse(partitions: partitions, nextPageToken: token.isEmpty ? nil : token)
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
            if !partitions.isEmpty { writer.member("partitions") { $0.array(partitions) { $0.cursor($1) } } }
            if let nextPageToken { writer.member("nextPageToken") { $0.string(nextPageToken) } }
        }
    }
}
