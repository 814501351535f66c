import Foundation

/// One kept HTTP/1.1 connection on a blocking socket: the smallest client possible, so that the server is what is measured.
public final class RawConnection {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects to a port of this machine.
    public init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var noDelay: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECONNREFUSED) }
    }

    deinit { close(descriptor) }

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
        try write(request)
        var received: [UInt8] = []
        var end: End?
        while !(end?.isReached(by: received) ?? false) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { throw POSIXError(.ECONNRESET) }
            received += buffer[..<count]
            if end == nil { end = Self.endOfHead(received).map { End(received, head: $0) } }
        }
        return Int(String(decoding: received[9..<12], as: UTF8.self)) ?? 0
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { throw POSIXError(.EPIPE) }
            rest = rest.dropFirst(count)
        }
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
