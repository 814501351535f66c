package import FirestoreModel
package import FirestoreRPC
package import Protobuf

extension GetDocumentRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        self.init(
            mask: try decoder.mask(message, 2),
            consistency: try decoder.consistency(message, transaction: 3, readTime: 5))
    }
}

extension CreateDocumentRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        let document = try decoder.documentContent(message.message(4))
        self.init(
            collectionID: try message.string(2) ?? "", documentID: try message.string(3) ?? "",
            document: document, mask: try decoder.mask(message, 5))
    }
}

extension UpdateDocumentRequest: ProtobufRequest {
    /// The document's name is that of the resource.
    package static func resource(of message: ProtobufMessage) throws(ProtobufFailure) -> String {
        try message.message(1)?.string(1) ?? ""
    }

    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        let document = try decoder.documentContent(message.message(1))
        self.init(
            document: document, updateMask: try decoder.mask(message, 2), mask: try decoder.mask(message, 3),
            precondition: try decoder.precondition(message, 4))
    }
}

extension DeleteDocumentRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        self.init(precondition: try decoder.precondition(message, 2))
    }
}

extension BatchGetDocumentsRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        var names: [DocumentName] = []
        for text in try message.strings(2) { names.append(decoder.content.documentName(text)) }
        self.init(
            documents: names, mask: try decoder.mask(message, 3),
            consistency: try decoder.consistency(message, transaction: 4, newTransaction: 5, readTime: 7))
    }
}

extension BatchGetDocumentsResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        switch self {
        case .transaction(let id): writer.bytes(3, id)
        case .found(let document, let time):
            writer.document(1, document)
            writer.timestamp(4, time)
        case .missing(let name, let time):
            writer.string(2, name.description)
            writer.timestamp(4, time)
        case .progress(let time): writer.timestamp(4, time)
        }
    }
}

extension Document: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) { writer.document(self) }
}

extension MessageDecoder {
    /// A document to be written under a name that the request gives; its times are ignored.
    fileprivate mutating func documentContent(
        _ message: ProtobufMessage?
    ) throws(ProtobufFailure) -> DocumentContent {
        guard let message else { return DocumentContent(fields: MapValue()) }
        return DocumentContent(
            name: try message.string(1).map { WrittenName($0) },
            fields: try documentFields(message.repeated(2)))
    }
}
