package import FirestoreModel
import JSONText

/// The request of `:partitionQuery`; the parent stands in the URL.
package struct PartitionQueryRequest: Sendable, Equatable {
    package var query: StructuredQuery
    /// How many points are wanted at the most: one less than the parts that the results fall into.
    package var partitionCount: Int64
    /// How many points a page holds at the most; 0 for no bound.
    package var pageSize: Int
    /// Names the page; nil for the first one.
    package var pageToken: String?
    package var readTime: Timestamp?

    package init(
        query: StructuredQuery, partitionCount: Int64, pageSize: Int = 0, pageToken: String? = nil,
        readTime: Timestamp? = nil
    ) {
        self.query = query
        self.partitionCount = partitionCount
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.readTime = readTime
    }

    /// Reads a body, and hands out what is wrong with the content of a message that has the right form.
    package static func read(
        _ body: [UInt8]
    ) throws(RPCStatus) -> (message: PartitionQueryRequest, refusal: RPCStatus?) {
        try WireDecoder.decodeSeparately(body) { decoder, json throws(RPCStatus) in
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

/// The answer of `:partitionQuery`: one page of the points that divide the results, in their order.
package struct PartitionQueryResponse: Sendable, Equatable {
    package var partitions: [StructuredQuery.Cursor]
    /// Names the next page; nil after the last one.
    package var nextPageToken: String?

    package init(partitions: [StructuredQuery.Cursor], nextPageToken: String?) {
        self.partitions = partitions
        self.nextPageToken = nextPageToken
    }

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
