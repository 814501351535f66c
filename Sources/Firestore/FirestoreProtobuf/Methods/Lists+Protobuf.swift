import FirestoreModel
package import FirestoreRPC
package import Protobuf

extension ListDocumentsRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        self.init(
            collectionID: try message.string(2) ?? "", pageSize: Int(message.int32(3) ?? 0),
            pageToken: try message.text(4), orderBy: try message.string(6) ?? "",
            mask: try decoder.mask(message, 7),
            consistency: try decoder.consistency(message, transaction: 8, readTime: 10),
            showMissing: message.boolean(12) ?? false)
    }
}

extension ListDocumentsResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        for document in documents { writer.document(1, document) }
        if let nextPageToken { writer.string(2, nextPageToken) }
    }
}

extension ListCollectionIDsRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        self.init(
            pageSize: Int(message.int32(2) ?? 0), pageToken: try message.text(3),
            readTime: try decoder.timestamp(message, 4))
    }
}

extension ListCollectionIDsResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        for id in collectionIDs { writer.string(1, id) }
        if let nextPageToken { writer.string(2, nextPageToken) }
    }
}

extension ProtobufMessage {
    /// A string; nil also for the empty one, which a message cannot tell from a missing one.
    func text(_ number: Int) throws(ProtobufFailure) -> String? {
        let text = try string(number)
        return text?.isEmpty == true ? nil : text
    }
}
