import ClientCore
package import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// One page of a collection.
package struct ListAnswer: Sendable, Equatable {
    package var documents: [Document]
    /// The token of the next page; nil after the last one.
    package var nextPageToken: String?
}

/// The method `list`: a collection, page by page, in the order of the ids.
extension Firestore {
    /// Reads one page. An emulator may announce a next page that turns out to be empty.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - pageSize: The maximum number of documents; nil for the server's default. Servers may return fewer.
    ///   - pageToken: The token of the previous page; nil for the first page.
    ///   - mask: The fields to return; nil for all.
    package func list(
        _ collection: CollectionPath, pageSize: Int? = nil, pageToken: String? = nil,
        mask: DocumentMask? = nil
    ) async throws(FirestoreError) -> ListAnswer {
        var path = URLPath(database, collection.segments)
        if let pageSize { path.add("pageSize", String(pageSize)) }
        if let pageToken { path.add("pageToken", pageToken) }
        path.add(mask: mask)
        let call = Call.get("list of \(collection.description.oneLine(limit: 120))", path: path.text)
        let channel = try await channelAfterWrites()
        let page = try await channel.perform(call) { body throws(RPCStatus) in
            try ListDocumentsResponse(body: body)
        }
        channel.count { $0.documentsRead += page.documents.count }
        return ListAnswer(documents: page.documents, nextPageToken: page.nextPageToken)
    }
}
