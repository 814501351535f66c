package import CoreValues
package import HTTPTypes

/// How a call ends.
package struct GRPCStatus: Error, Sendable, Equatable {
    package var code: StatusCode
    /// The message for people; empty for none.
    package var message: String
    /// Further fields after the response.
    package var metadata: HTTPFields

    package init(_ code: StatusCode, _ message: String = "", metadata: HTTPFields = HTTPFields()) {
        self.code = code
        self.message = message
        self.metadata = metadata
    }

    package static let ok = GRPCStatus(.ok)

    /// The fields with which a response ends.
    ///
    /// Source: <https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#responses>.
    var trailers: HTTPFields {
        var fields = metadata
        fields[.grpcStatus] = String(code.rawValue)
        if !message.isEmpty { fields[.grpcMessage] = GRPCStatus.encode(message) }
        return fields
    }

    /// A message as the value of a field: everything but printable ASCII characters is percent-encoded, and so is the percent sign.
    static func encode(_ message: String) -> String {
        let isPlain = { (byte: UInt8) in (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "%") }
        // At its ends, a field's value has no spaces.
        if message.utf8.allSatisfy(isPlain), message.first != " ", message.last != " " { return message }
        var bytes: [UInt8] = []
        let last = message.utf8.count - 1
        for (index, byte) in message.utf8.enumerated() {
            let isSpaceAtEnd = byte == UInt8(ascii: " ") && (index == 0 || index == last)
            if isPlain(byte), !isSpaceAtEnd {
                bytes.append(byte)
            } else {
                PercentEncoding.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension HTTPField.Name {
    static let grpcStatus = HTTPField.Name("grpc-status") ?? .via
    static let grpcMessage = HTTPField.Name("grpc-message") ?? .via
    static let grpcTimeout = HTTPField.Name("grpc-timeout") ?? .via
    static let grpcAcceptEncoding = HTTPField.Name("grpc-accept-encoding") ?? .via
}
