package import FirestoreModel
package import FirestoreRPC
import JSONText

extension ListDocumentsResponse {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            var documents: [Document] = []
            for element in try reader.array("documents") { documents.append(try decoder.document(element)) }
            return ListDocumentsResponse(
                documents: documents, nextPageToken: try reader.text("nextPageToken"))
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
            if !documents.isEmpty { writer.member("documents") { $0.array(documents) { $0.document($1) } } }
            if let nextPageToken { writer.member("nextPageToken") { $0.string(nextPageToken) } }
        }
    }
}

extension ListCollectionIDsRequest {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "parent", "pageSize", "pageToken", "readTime")
            return ListCollectionIDsRequest(
                pageSize: try reader.int32("pageSize") ?? 0, pageToken: try reader.text("pageToken"),
                readTime: try reader.timestamp("readTime"))
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact)
        writer.object { writer in
            writer.page(size: pageSize, token: pageToken, readTime: readTime)
        }
        return writer.bytes
    }
}

extension ListCollectionIDsResponse {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            return ListCollectionIDsResponse(
                collectionIDs: try reader.strings("collectionIds"),
                nextPageToken: try reader.text("nextPageToken"))
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

extension WireEncoder {
    /// Writes which page of a list is requested: the members of the innermost object.
    mutating func page(size: Int, token: String?, readTime: Timestamp?) {
        if size != 0 { member("pageSize") { $0.integer(size) } }
        if let token { member("pageToken") { $0.string(token) } }
        if let readTime { member("readTime") { $0.string(readTime.description) } }
    }
}
