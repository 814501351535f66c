import HTTPTransport
import HTTPTypes

extension RequestPlan {
    /// Writes header fields as lines that curl sends unchanged.
    static func headerBlock(
        _ fields: HTTPFields, bodyCount: Int
    ) throws(HTTPTransportError) -> [UInt8] {
        var block: [UInt8] = []
        block.reserveCapacity(64 * (fields.count + 2))
        var hasContentType = false
        for field in fields {
            if try Self.isWrittenByCurl(field, bodyCount: bodyCount) { continue }
            if field.name == .contentType { hasContentType = true }
            try append(field, to: &block)
        }
        // A name and a bare colon removes a line that curl would add: it declares any body a form, and waits a second
        // for "100 Continue" before it sends a large one.
        if !hasContentType { block.append(contentsOf: "Content-Type:\0".utf8) }
        block.append(contentsOf: "Expect:\0".utf8)
        return block
    }

    /// Whether a field describes the message's framing, which curl writes itself.
    private static func isWrittenByCurl(
        _ field: HTTPField, bodyCount: Int
    ) throws(HTTPTransportError) -> Bool {
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
            return false
        }
    }

    private static func append(_ field: HTTPField, to block: inout [UInt8]) throws(HTTPTransportError) {
        block.append(contentsOf: field.name.rawName.utf8)
        let isClean = field.withUnsafeBytesOfValue { value in
            // A bare colon would remove the field; a semicolon is how curl writes an empty one.
            guard !value.isEmpty else {
                block.append(UInt8(ascii: ";"))
                return true
            }
            block.append(UInt8(ascii: ":"))
            block.append(UInt8(ascii: " "))
            block.append(contentsOf: value)
            return Self.isClean(value)
        }
        // HTTPTypes turns line breaks into spaces; this checks what reaches the wire once more.
        guard isClean else {
            throw HTTPTransportError(
                .invalidRequest, "the value of the field \(field.name) contains a control character"
            )
        }
        block.append(0)
    }

    /// Whether a value has no control characters, which could end its line or be invisible in it.
    package static func isClean(_ value: some Sequence<UInt8>) -> Bool {
        value.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }
}
