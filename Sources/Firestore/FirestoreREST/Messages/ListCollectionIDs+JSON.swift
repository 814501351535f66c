package import FirestoreModel
package import FirestoreRPC
import JSONText

extension ListCollectionIDsRequest {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "parent", "pageSize", "pageToken", "readTime")
            let token = try reader.string("pageToken") ?? ""
            return ListCollectionIDsRequest(
                pageSize: try reader.int32("pageSize") ?? 0, pageToken: token.isEmpty ? nil : token,
                readTime: try reader.timestamp("readTime"))
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact)
        writer.object { writer in
            if pageSize != 0 { writer.member("pageSize") { $0.integer(pageSize) } }
            if let pageToken { writer.member("pageToken") { $0.string(pageToken) } }
            if let readTime { writer.member("readTime") { $0.string(readTime.description) } }
        }
        return writer.bytes
    }
}

extension ListCollectionIDsResponse {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            let token = try reader.string("nextPageToken") ?? ""
            return ListCollectionIDsResponse(
                collectionIDs: try reader.strings("collectionIds"), nextPageToken: token.isEmpty ? nil : token
            )
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
            if !collectionIDs.isEmpty {
                writer.member("collectionIds") { $0.array(collectionIDs) { $0.string($1) } }
            }
            if let nextPageToken { writer.member("nextPageToken") { $0.string(nextPageToken) } }
        }
    }
}
