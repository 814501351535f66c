/// A frame of HTTP/2 as its bytes are, right or wrong.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9113#section-4.1>.
package struct HTTP2RawFrame: Sendable, Equatable {
    package enum Kind: UInt8, Sendable {
        case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
    }

    package static let endStream: UInt8 = 1
    package static let endHeaders: UInt8 = 4
    package static let acknowledgement: UInt8 = 1

    package var type: UInt8
    package var flags: UInt8
    package var stream: Int
    package var payload: [UInt8]

    package init(_ kind: Kind, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = []) {
        type = kind.rawValue
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    package var kind: Kind? { Kind(rawValue: type) }
    package var endsStream: Bool { flags & HTTP2RawFrame.endStream != 0 }

    package var bytes: [UInt8] {
        HTTP2RawFrame.bytes(of: UInt32(payload.count)).dropFirst() + [type, flags]
            + HTTP2RawFrame.bytes(of: UInt32(stream)) + payload
    }

    /// A number in four bytes, the highest first.
    package static func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The first frame in some bytes, and how many it has; nil if it is incomplete.
    static func first(in bytes: ArraySlice<UInt8>) -> (frame: HTTP2RawFrame, length: Int)? {
        let bytes = Array(bytes.prefix(9 + (1 << 24)))
        guard bytes.count >= 9 else { return nil }
        let length = bytes[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count >= 9 + length else { return nil }
        var frame = HTTP2RawFrame(.data, flags: bytes[4], Array(bytes[9..<9 + length]))
        frame.type = bytes[3]
        frame.stream = bytes[5..<9].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        return (frame, 9 + length)
    }

    // MARK: What clients send

    package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// A block of fields, none of them compressed.
    package static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0] + literal($0.0) + literal($0.1) }
    }

    /// Source: <https://www.rfc-editor.org/rfc/rfc7541#section-5.1>.
    private static func literal(_ text: String) -> [UInt8] {
        let count = text.utf8.count
        if count < 127 { return [UInt8(count)] + Array(text.utf8) }
        var length: [UInt8] = [127]
        var rest = count - 127
        while rest >= 128 {
            length.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return length + [UInt8(rest)] + Array(text.utf8)
    }

    /// The head of a request.
    package static func request(
        _ method: String, _ path: String, stream: Int, _ fields: [(String, String)] = [], ends: Bool = true
    ) -> HTTP2RawFrame {
        HTTP2RawFrame(
            .headers, flags: endHeaders | (ends ? endStream : 0), stream: stream,
            block(head(method, path) + fields))
    }

    /// The pseudo-header fields of a request.
    package static func head(_ method: String, _ path: String) -> [(String, String)] {
        [(":method", method), (":scheme", "http"), (":path", path), (":authority", "localhost")]
    }

    /// The bytes of a block of fields that may be too large for one frame.
    package static func headers(_ fields: [(String, String)], stream: Int, ends: Bool) -> [UInt8] {
        let block = block(fields)
        return Swift.stride(from: 0, to: block.count, by: 16_384).flatMap { start in
            let end = min(start + 16_384, block.count)
            let flags = (start == 0 && ends ? endStream : 0) | (end == block.count ? endHeaders : 0)
            return HTTP2RawFrame(
                start == 0 ? .headers : .continuation, flags: flags, stream: stream, Array(block[start..<end])
            ).bytes
        }
    }

    /// The head of a call of gRPC.
    package static func call(
        _ path: String, stream: Int, _ fields: [(String, String)] = []
    ) -> HTTP2RawFrame {
        request(
            "POST", path, stream: stream,
            [("content-type", "application/grpc"), ("te", "trailers")] + fields,
            ends: false)
    }

    /// A message of a call of gRPC.
    package static func message(_ bytes: [UInt8], stream: Int, ends: Bool = true) -> HTTP2RawFrame {
        HTTP2RawFrame(
            .data, flags: ends ? endStream : 0, stream: stream,
            [0] + HTTP2RawFrame.bytes(of: UInt32(bytes.count)) + bytes)
    }
}
