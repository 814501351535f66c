import Foundation

/// One kept connection of HTTP/2 that makes calls of gRPC, one after the other: as small as ``RawConnection``.
public final class GRPCConnection {
    private enum Frame {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let ping: UInt8 = 6
        static let goAway: UInt8 = 7
        static let windowUpdate: UInt8 = 8
    }

    private static let endOfStream: UInt8 = 1
    private static let endOfHeaders: UInt8 = 4

    private let socket: BlockingSocket
    private let fields: [(name: String, value: String)]
    private var received: [UInt8] = []
    private var stream: UInt32 = 1
    private var hasSentFields = false

    /// Connects to a port of this machine, to call one method as an administrator.
    public init(port: Int, method: String) throws {
        socket = try BlockingSocket(port: port)
        fields = [
            (":method", "POST"), (":scheme", "http"), (":path", method), (":authority", "127.0.0.1"),
            ("content-type", "application/grpc"), ("te", "trailers"), ("authorization", "Bearer owner"),
        ]
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        // A window that no measurement uses up.
        try socket.write(
            preface + frame(Frame.settings, []) + frame(Frame.windowUpdate, [0x3F, 0xFF, 0, 0], stream: 0))
    }

    /// Sends a message, and waits for the end of the call.
    ///
    /// - Returns: How many bytes of messages were answered, with five more for each.
    public func call(_ message: [UInt8]) throws -> Int {
        let body = [0] + Self.bytes(UInt32(message.count)) + message
        try socket.write(
            frame(Frame.headers, head(), flags: Self.endOfHeaders, stream: stream)
                + frame(Frame.data, body, flags: Self.endOfStream, stream: stream))
        var answered = 0
        while true {
            let (kind, flags, payload) = try nextFrame()
            switch kind {
            case Frame.data: answered += payload.count
            case Frame.settings where flags & 1 == 0: try socket.write(frame(Frame.settings, [], flags: 1))
            case Frame.ping where flags & 1 == 0: try socket.write(frame(Frame.ping, payload, flags: 1))
            case Frame.reset, Frame.goAway: throw POSIXError(.ECONNRESET)
            default: break
            }
            if kind == Frame.headers || kind == Frame.data, flags & Self.endOfStream != 0 { break }
        }
        stream += 2
        return answered
    }

    /// The fields as literals that the server keeps, then as their places in its table, as clients do.
    private func head() -> [UInt8] {
        defer { hasSentFields = true }
        if hasSentFields { return fields.indices.map { 0x80 | UInt8(61 + fields.count - $0) } }
        var head: [UInt8] = []
        for (name, value) in fields {
            head.append(0x40)
            for text in [name, value] {
                head.append(UInt8(text.utf8.count))
                head += text.utf8
            }
        }
        return head
    }

    private func frame(
        _ kind: UInt8, _ payload: [UInt8], flags: UInt8 = 0, stream: UInt32 = 0
    ) -> [UInt8] {
        Array(Self.bytes(UInt32(payload.count)).dropFirst()) + [kind, flags] + Self.bytes(stream) + payload
    }

    private func nextFrame() throws -> (kind: UInt8, flags: UInt8, payload: [UInt8]) {
        while true {
            if received.count >= 9 {
                let end = 9 + received[..<3].reduce(0) { $0 << 8 | Int($1) }
                if received.count >= end {
                    defer { received.removeFirst(end) }
                    return (received[3], received[4], Array(received[9..<end]))
                }
            }
            received += try socket.read()
        }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}
