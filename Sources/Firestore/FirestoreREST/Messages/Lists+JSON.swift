package import FirestoreModel
package import FirestoreRPC
import JSONText

extension ListDocumentsResponse: WireMessage {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            var documents: [Document] = []
            for element in try reader.array("documents") { documents.append(try decoder.document(element)) }
            return ListDocumentsResponse(
                documents: documents, nextPageToken: try reader.text("nextPageToken"))
        }
    }

    package var estimatedSize: Int { 512 + documents.count * 768 }

    package func writeMembers(to writer: inout WireEncoder) {
        if !documents.isEmpty { writer.member("documents") { $0.array(documents) { $0.document($1) } } }
        if let nextPageToken { writer.member("nextPageToken") { $0.string(nextPageToken) } }
    }
}

extension ListCollectionIDsRequest: WireMessage {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "parent", "pageSize", "pageToken", "readTime")
            return ListCollectionIDsRequest(
                pageSize: try reader.int32("pageSize") ?? 0, pageToken: try reader.text("pageToken"),
                readTime: try reader.timestamp("readTime"))
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.page(size: pageSize, token: pageToken, readTime: readTime)
    }
}

extension ListCollectionIDsResponse: WireMessage {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            return ListCollectionIDsResponse(
                collectionIDs: try reader.strings("collectionIds"),
                nextPageToken: try reader.text("nextPageToken"))
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        if !collectionIDs.isEmpty {
            writer.member("collectionIds") { $0.array(collectionIDs) { $0.string($1) } }
        }
        if let nextPageToken { writer.member("nextPageToken") { $0.string(nextPageToken) } }
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
