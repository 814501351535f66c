import Foundation

/// One kept HTTP/1.1 connection on a blocking socket: as little as a client can be, so that the server is what is measured.
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
    public static func request(_ method: String, _ path: String, body: [UInt8] = []) -> [UInt8] {
        let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer owner\r\n\(length)\r\n"
        return Array(head.utf8) + body
    }

    /// Sends a request and reads its answer.
    ///
    /// - Returns: The HTTP status.
    public func exchange(_ request: [UInt8]) throws -> Int {
        try write(request)
        var received: [UInt8] = []
        var total: Int?
        while total.map({ received.count < $0 }) ?? true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { throw POSIXError(.ECONNRESET) }
            received += buffer[..<count]
            if total == nil, let end = Self.endOfHead(received) {
                total = end + Self.contentLength(String(decoding: received[..<end], as: UTF8.self))
            }
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

    private static func contentLength(_ head: String) -> Int {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
            return Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) ?? 0
        }
        return 0
    }
}
