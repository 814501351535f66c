package import HTTPTransport
package import HTTPTypes

/// A checked request in curl's form, as a plain value without a handle.
package struct RequestPlan: Sendable {
    /// How curl sends the body.
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
    /// How curl sends the body.
    package let shape: Shape
    /// The header lines in curl's form, each ended by a NUL byte.
    package let headerBlock: [UInt8]
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
    ///   - userAgent: The `User-Agent` of requests that do not set one.
    /// - Throws: ``HTTPTransportError/Kind/invalidRequest``.
    package init(
        _ request: HTTPRequest, body: [UInt8], userAgent: String = ""
    ) throws(HTTPTransportError) {
        endpoint = try Endpoint(scheme: request.scheme, authority: request.authority)
        let path = try Self.checkedPath(request.path)
        url = "\(endpoint.scheme.rawValue)://\(endpoint.host):\(endpoint.port)\(path)"
        method = request.method.rawValue
        shape = try Self.shape(request.method, bodyCount: body.count)
        var fields = request.headerFields
        if !userAgent.isEmpty, !fields.contains(where: { $0.name == .userAgent }) {
            fields.append(HTTPField(name: .userAgent, value: userAgent))
        }
        headerBlock = try Self.headerBlock(fields, bodyCount: body.count)
        self.body = body
        switch request.method {
        case .get, .head, .options, .trace, .put, .delete: isIdempotent = true
        default: isIdempotent = false
        }
    }

    /// Whether the body is copied at once instead of read piece by piece.
    package var hasSmallBody: Bool { body.count <= 64 * 1024 }

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
}
