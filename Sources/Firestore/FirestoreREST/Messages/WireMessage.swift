package import FirestoreModel
import JSONText

/// A message in the form of the REST API: a JSON object.
package protocol WireMessage {
    /// About how many bytes the message takes.
    var estimatedSize: Int { get }

    /// Writes the members of the innermost object.
    func writeMembers(to writer: inout WireEncoder)
}

extension WireMessage {
    package var estimatedSize: Int { 256 }

    /// Writes the message.
    package func write(to writer: inout WireEncoder) {
        writer.object { writeMembers(to: &$0) }
    }

    /// The message as the body of a request.
    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact, capacity: estimatedSize)
        write(to: &writer)
        return writer.bytes
    }
}

/// One element of the response of a streaming method.
package protocol WireElement: WireMessage {
    /// Reads an element.
    init(_ reader: MessageReader, _ decoder: inout WireDecoder) throws(RPCStatus)
}

extension WireElement {
    /// Reads a whole response: an array of elements.
    package static func decodeAll(_ body: [UInt8]) throws(RPCStatus) -> [Self] {
        try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            guard let elements = json.elements else { throw .invalidPayload }
            var result: [Self] = []
            result.reserveCapacity(elements.count)
            for element in elements { result.append(try Self(MessageReader(answer: element), &decoder)) }
            return result
        }
    }
}

/// One element of the response of a read, which can also report a new transaction, or how far the read has come.
package protocol ReadElement: WireElement {
    static func transaction(_ id: [UInt8]) -> Self
    static func progress(readTime: Timestamp) -> Self

    /// Reads a result; nil for an element without one.
    static func result(
        _ reader: MessageReader, _ decoder: inout WireDecoder, readTime: Timestamp
    ) throws(RPCStatus) -> Self?
}

extension ReadElement {
    package init(_ reader: MessageReader, _ decoder: inout WireDecoder) throws(RPCStatus) {
        let time = try reader.timestamp("readTime")
        if let result = try Self.result(reader, &decoder, readTime: time ?? .zero) {
            self = result
        } else if let transaction = try reader.bytes("transaction") {
            self = .transaction(transaction)
        } else if let time {
            self = .progress(readTime: time)
        } else {
            throw .invalidPayload
        }
    }
}
