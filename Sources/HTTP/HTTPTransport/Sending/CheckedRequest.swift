package import HTTPTypes

/// A request that a client can send: its parts are checked, and complete but for the fields that the library below adds.
package struct CheckedRequest: Sendable {
    /// How the body is sent.
    package enum Shape: Sendable {
        /// HEAD: the response has no body, whatever its fields say.
        case headOnly
        /// Neither a body nor a length.
        case withoutBody
        /// A body, or at least a `Content-Length: 0`.
        case withBody
    }

    /// The server.
    package let endpoint: Endpoint
    /// The whole URL.
    package let url: String
    /// The method's name.
    package let method: String
    /// How the body is sent.
    package let shape: Shape
    /// The fields, without those that describe the message's framing.
    package let fields: HTTPFields
    /// The body.
    package let body: [UInt8]
    /// Whether the request may be repeated when a kept connection turns out to be dead.
    ///
    /// RFC 9110, 9.2.2: only if sending it twice has the effect of sending it once.
    package let isIdempotent: Bool

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - request: The request's head.
    ///   - body: Its body; empty for none.
    ///   - userAgent: The `User-Agent` of requests that do not set one; empty to leave it out.
    /// - Throws: ``HTTPTransportError/Kind/invalidRequest``.
    package init(
        _ request: HTTPRequest, body: [UInt8], userAgent: String = ""
    ) throws(HTTPTransportError) {
        endpoint = try Endpoint(scheme: request.scheme, authority: request.authority)
        let path = try Self.checkedPath(request.path)
        url = "\(endpoint.scheme.rawValue)://\(endpoint.host):\(endpoint.port)\(path)"
        method = request.method.rawValue
        shape = try Self.shape(request.method, bodyCount: body.count)
        var fields = HTTPFields()
        fields.reserveCapacity(request.headerFields.count + 1)
        for field in request.headerFields where try !Self.isFraming(field, bodyCount: body.count) {
            fields.append(field)
        }
        if !userAgent.isEmpty, !fields.contains(where: { $0.name == .userAgent }) {
            fields.append(HTTPField(name: .userAgent, value: userAgent))
        }
        self.fields = fields
        self.body = body
        switch request.method {
        case .get, .head, .options, .trace, .put, .delete: isIdempotent = true
        default: isIdempotent = false
        }
    }

    /// Whether a value has no control characters, which could end its line or be invisible in it.
    package static func isClean(_ value: some Sequence<UInt8>) -> Bool {
        value.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }

    private static func checkedPath(_ path: String?) throws(HTTPTransportError) -> String {
        guard let path, path.utf8.first == UInt8(ascii: "/") else {
            throw HTTPTransportError(.invalidRequest, "the request's path does not begin with a slash")
        }
        // A fragment is never sent, so one in a path is a character that should have been encoded.
        guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw HTTPTransportError(
                .invalidRequest, "the request's path contains a character that must be percent-encoded"
            )
        }
        return path
    }

    private static func shape(
        _ method: HTTPRequest.Method, bodyCount: Int
    ) throws(HTTPTransportError) -> Shape {
        switch method {
        case .connect:
            throw HTTPTransportError(.invalidRequest, "the method CONNECT is not supported")
        case .head where bodyCount > 0:
            throw HTTPTransportError(.invalidRequest, "a HEAD request cannot have a body")
        case .head:
            return .headOnly
        case .post, .put, .patch:
            return .withBody
        default:
            return bodyCount > 0 ? .withBody : .withoutBody
        }
    }

    /// Whether a field describes the message's framing, which the library below writes itself.
    private static func isFraming(_ field: HTTPField, bodyCount: Int) throws(HTTPTransportError) -> Bool {
        switch field.name {
        case .contentLength:
            guard Int(field.value) == bodyCount else {
                throw HTTPTransportError(
                    .invalidRequest, "the field Content-Length differs from the body's length")
            }
            return true
        case .transferEncoding, .expect, .upgrade, .te, .trailer:
            throw HTTPTransportError(.invalidRequest, "the field \(field.name) cannot be set by a request")
        default:
            // HTTPTypes turns line breaks into spaces; this checks what reaches the wire once more.
            guard field.withUnsafeBytesOfValue({ isClean($0) }) else {
                throw HTTPTransportError(
                    .invalidRequest, "the value of the field \(field.name) contains a control character"
                )
            }
            return false
        }
    }
}
