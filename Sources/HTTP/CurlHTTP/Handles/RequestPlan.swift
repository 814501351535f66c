package import HTTPTransport
package import HTTPTypes

/// A checked request in curl's form, as a plain value without a handle.
package struct RequestPlan: Sendable {
    /// The request.
    package let request: CheckedRequest
    /// The header lines in curl's form, each ended by a NUL byte.
    package let headerBlock: [UInt8]

    /// Checks a request, and writes its header lines.
    ///
    /// - Parameters:
    ///   - request: The request's head.
    ///   - body: Its body; empty for none.
    ///   - userAgent: The `User-Agent` of requests that do not set one.
    /// - Throws: ``HTTPTransportError/Kind/invalidRequest``.
    package init(
        _ request: HTTPRequest, body: [UInt8], userAgent: String = ""
    ) throws(HTTPTransportError) {
        self.request = try CheckedRequest(request, body: body, userAgent: userAgent)
        headerBlock = Self.headerBlock(self.request.fields)
    }

    /// The server.
    package var endpoint: Endpoint { request.endpoint }

    /// Whether the connection is not to be used again, as `Connection: close` says.
    package var endsConnection: Bool { request.fields[.connection]?.lowercased() == "close" }

    /// Whether the body is copied at once instead of read piece by piece.
    package var hasSmallBody: Bool { request.body.count <= 64 * 1024 }

    private static func headerBlock(_ fields: HTTPFields) -> [UInt8] {
        var block: [UInt8] = []
        block.reserveCapacity(64 * (fields.count + 2))
        var hasContentType = false
        for field in fields {
            if field.name == .contentType { hasContentType = true }
            append(field, to: &block)
        }
        // A name and a bare colon removes a line that curl would add: it declares any body a form, and waits a second
        // for "100 Continue" before it sends a large one.
        if !hasContentType { block.append(contentsOf: "Content-Type:\0".utf8) }
        block.append(contentsOf: "Expect:\0".utf8)
        return block
    }

    private static func append(_ field: HTTPField, to block: inout [UInt8]) {
        block.append(contentsOf: field.name.rawName.utf8)
        field.withUnsafeBytesOfValue { value in
            // A bare colon would remove the field; a semicolon is how curl writes an empty one.
            guard !value.isEmpty else {
                block.append(UInt8(ascii: ";"))
                return
            }
            block.append(UInt8(ascii: ":"))
            block.append(UInt8(ascii: " "))
            block.append(contentsOf: value)
        }
        block.append(0)
    }
}
