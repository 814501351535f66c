package import FirestoreModel
package import FirestoreRPC
import JSONText

extension BatchGetDocumentsRequest: WireMessage {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<BatchGetDocumentsRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(
                json, "database", "documents", "mask", "transaction", "newTransaction", "readTime")
            var names: [DocumentName] = []
            for text in try reader.strings("documents") { names.append(decoder.documentName(text)) }
            return BatchGetDocumentsRequest(
                documents: names,
                mask: try reader["mask"].map { json throws(RPCStatus) in try decoder.mask(json) },
                consistency: try decoder.consistency(reader))
        }
    }

    package var estimatedSize: Int { 64 + documents.count * 96 }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("documents") { $0.array(documents) { $0.name($1) } }
        if let mask { writer.member("mask") { $0.mask(mask) } }
        writer.consistency(consistency)
    }
}

extension BatchGetDocumentsResponse: ReadElement {
    package static func result(
        _ reader: MessageReader, _ decoder: inout WireDecoder, readTime: Timestamp
    ) throws(RPCStatus) -> BatchGetDocumentsResponse? {
        if let found = reader["found"] { return .found(try decoder.document(found), readTime: readTime) }
        guard let missing = try reader.string("missing") else { return nil }
        return .missing(decoder.documentName(missing), readTime: readTime)
    }

    package func writeMembers(to writer: inout WireEncoder) {
        switch self {
        case .transaction(let id): writer.member("transaction") { $0.string(Base64.encode(id)) }
        case .found(let document, let time):
            writer.member("found") { $0.document(document) }
            writer.member("readTime") { $0.time(time) }
        case .missing(let name, let time):
            writer.member("missing") { $0.name(name) }
            writer.member("readTime") { $0.time(time) }
        case .progress(let time): writer.member("readTime") { $0.time(time) }
        }
    }
}
