package import FirestoreModel
import JSONText

/// The request of `documents:batchGet`.
package struct BatchGetRequest: Sendable, Equatable {
    package var documents: [DocumentName]
    /// The fields to return; nil for all of them, empty for none.
    package var mask: DocumentMask?
    package var consistency: Consistency?

    package init(documents: [DocumentName], mask: DocumentMask? = nil, consistency: Consistency? = nil) {
        self.documents = documents
        self.mask = mask
        self.consistency = consistency
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        let (request, refusal) = try BatchGetRequest.read(body)
        if let refusal { throw refusal }
        self = request
    }

    /// Reads a body, and hands out what is wrong with the content of a message that has the right form: a token that is
    /// none is told before it.
    package static func read(_ body: [UInt8]) throws(RPCStatus) -> (
        message: BatchGetRequest, refusal: RPCStatus?
    ) {
        try WireDecoder.decodeSeparately(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(
                json, "database", "documents", "mask", "transaction", "newTransaction", "readTime")
            var names: [DocumentName] = []
            for text in try reader.strings("documents") { names.append(decoder.documentName(text)) }
            return BatchGetRequest(
                documents: names,
                mask: try reader["mask"].map { json throws(RPCStatus) in try decoder.mask(json) },
                consistency: try decoder.consistency(reader))
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact, capacity: 64 + documents.count * 96)
        writer.object { writer in
            writer.member("documents") { $0.array(documents) { $0.name($1) } }
            if let mask { writer.member("mask") { $0.mask(mask) } }
            writer.consistency(consistency)
        }
        return writer.bytes
    }
}

/// One element of the answer of `documents:batchGet`.
package enum BatchGetElement: Sendable, Equatable {
    case transaction([UInt8])
    case found(Document, readTime: Timestamp)
    case missing(DocumentName, readTime: Timestamp)
    /// Only tells how far the server has come.
    case progress(readTime: Timestamp)

    /// Reads the whole answer, an array.
    package static func decodeAll(_ body: [UInt8]) throws(RPCStatus) -> [BatchGetElement] {
        try WireDecoder.decodeStream(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            let time = try reader.timestamp("readTime") ?? .zero
            if let found = reader["found"] { return .found(try decoder.document(found), readTime: time) }
            if let missing = try reader.string("missing") {
                return .missing(decoder.documentName(missing), readTime: time)
            }
            if let transaction = try reader.bytes("transaction") { return .transaction(transaction) }
            guard reader["readTime"] != nil else { throw .invalidPayload }
            return .progress(readTime: time)
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
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
}

extension WireDecoder {
    /// Reads the answer of a streaming method: an array of elements, read one by one.
    static func decodeStream<Element>(
        _ body: [UInt8], _ read: (inout WireDecoder, JSONNode) throws(RPCStatus) -> Element
    ) throws(RPCStatus) -> [Element] {
        try decode(body) { decoder, json throws(RPCStatus) in
            guard let elements = json.elements else { throw .invalidPayload }
            var result: [Element] = []
            result.reserveCapacity(elements.count)
            for element in elements { result.append(try read(&decoder, element)) }
            return result
        }
    }
}
