package import FirestoreModel
package import FirestoreRPC
package import Protobuf

/// A request in protobuf's binary format.
package protocol ProtobufRequest {
    /// The name of the resource that the request is about; the first field, unless a request says otherwise.
    static func resource(of message: ProtobufMessage) throws(ProtobufFailure) -> String

    init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure)
}

extension ProtobufRequest {
    package static func resource(of message: ProtobufMessage) throws(ProtobufFailure) -> String {
        try message.string(1) ?? ""
    }
}

/// A request, and the name of the resource that it is about, unchanged: what REST has in its URL.
package struct Addressed<Message> {
    package let resource: String
    package let request: Decoded<Message>
}

extension Addressed: Sendable where Message: Sendable {}

extension Addressed where Message: ProtobufRequest {
    /// Decodes a request.
    ///
    /// - Throws: INVALID_ARGUMENT for bytes that are not a message.
    package init(protobuf bytes: [UInt8]) throws(RPCStatus) {
        var resource = ""
        request = try MessageDecoder.decode(bytes) { decoder, message throws(ProtobufFailure) in
            resource = try Message.resource(of: message)
            return try Message(message, &decoder)
        }
        self.resource = resource
    }
}

/// A request of a stream in both directions, which holds all that it needs.
package protocol ProtobufStreamRequest {
    /// Decodes a request.
    ///
    /// - Throws: INVALID_ARGUMENT for bytes that are not a message.
    init(protobuf bytes: [UInt8]) throws(RPCStatus)
}

/// A response in protobuf's binary format.
package protocol ProtobufResponse {
    func write(to writer: inout ProtobufWriter)
}

extension ProtobufResponse {
    /// The response as bytes.
    package func encoded() -> [UInt8] {
        var writer = ProtobufWriter()
        write(to: &writer)
        return writer.bytes
    }
}
