package import FirestoreModel
import JSONText

/// The request of `:listCollectionIds`; the parent stands in the URL.
package struct ListCollectionIDsRequest: Sendable, Equatable {
    /// How many ids are wanted; 0 for all.
    package var pageSize: Int
    /// Names the page; nil for the first one.
    package var pageToken: String?
    package var readTime: Timestamp?

    package init(pageSize: Int = 0, pageToken: String? = nil, readTime: Timestamp? = nil) {
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.readTime = readTime
    }

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

/// The answer of `:listCollectionIds`: one page.
package struct ListCollectionIDsResponse: Sendable, Equatable {
    package var collectionIDs: [String]
    /// Names the next page; nil after the last one.
    package var nextPageToken: String?

    package init(collectionIDs: [String], nextPageToken: String?) {
        self.collectionIDs = collectionIDs
        self.nextPageToken = nextPageToken
    }

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
