import Foundation

/// One kept HTTP/1.1 connection on a blocking socket: the smallest client possible, so that the server is what is measured.
public final class RawConnection {
    private let socket: BlockingSocket

    /// Connects to a port of this machine.
    public init(port: Int) throws { socket = try BlockingSocket(port: port) }

    /// The bytes of a request.
    ///
    /// - Parameter authorization: The token: by default that of an administrator.
    public static func request(
        _ method: String, _ path: String, authorization: String = "owner", body: [UInt8] = []
    ) -> [UInt8] {
        var head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(authorization)\r\n"
        if !body.isEmpty {
            head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        }
        return Array("\(head)\r\n".utf8) + body
    }

    /// Sends a request and reads its response.
    ///
    /// - Returns: The HTTP status.
    public func exchange(_ request: [UInt8]) throws -> Int {
        try socket.write(request)
        var received: [UInt8] = []
        var end: End?
        while !(end?.isReached(by: received) ?? false) {
            received += try socket.read()
            if end == nil { end = Self.endOfHead(received).map { End(received, head: $0) } }
        }
        return Int(String(decoding: received[9..<12], as: UTF8.self)) ?? 0
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (3..<bytes.count).first { bytes[$0 - 3...$0].elementsEqual([13, 10, 13, 10]) }.map { $0 + 1 }
    }

    /// Where a response ends.
    private enum End {
        case length(Int)
        case lastChunk

        init(_ received: [UInt8], head: Int) {
            self = .length(head)
            for line in String(decoding: received[..<head], as: UTF8.self).lowercased().split(
                separator: "\r\n")
            {
                let parts = line.split(separator: ":", maxSplits: 1).map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                if parts.first == "content-length" {
                    self = .length(head + (parts.last.flatMap { Int($0) } ?? 0))
                } else if parts == ["transfer-encoding", "chunked"] {
                    self = .lastChunk
                }
            }
        }

        func isReached(by received: [UInt8]) -> Bool {
            switch self {
            case .length(let length): received.count >= length
            case .lastChunk: received.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8))
            }
        }
    }
}
