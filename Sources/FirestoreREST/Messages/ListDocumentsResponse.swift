package import FirestoreModel
import JSONText

/// The answer of a list of documents: one page.
package struct ListDocumentsResponse: Sendable, Equatable {
    package var documents: [Document]
    /// Names the next page; nil or empty after the last one.
    package var nextPageToken: String?

    package init(documents: [Document], nextPageToken: String?) {
        self.documents = documents
        self.nextPageToken = nextPageToken
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            var documents: [Document] = []
            for element in try reader.array("documents") { documents.append(try decoder.document(element)) }
            let token = try reader.string("nextPageToken") ?? ""
            return ListDocumentsResponse(documents: documents, nextPageToken: token.isEmpty ? nil : token)
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
            if !documents.isEmpty { writer.member("documents") { $0.array(documents) { $0.document($1) } } }
            if let nextPageToken { writer.member("nextPageToken") { $0.string(nextPageToken) } }
        }
    }
}
