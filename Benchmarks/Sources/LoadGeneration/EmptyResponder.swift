import Foundation

/// A server that does nothing: it answers every request on one connection with the same bytes.
///
/// A client's time with it is what the client and the way take, which no server can undercut.
public final class EmptyResponder {
    /// The port on this machine.
    public let port: Int
    private let listener: Int32

    /// Begins to listen. The answer is about as long as that with a small document.
    public init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) | listen(listener, 1) | getsockname(listener, address, &size)
            }
        }
        if status != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE) }
        port = Int(in_port_t(bigEndian: address.sin_port))
        Thread.detachNewThread { Self.serve(listener) }
    }

    deinit { close(listener) }

    private static func serve(_ listener: Int32) {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        var noDelay: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
        let body = String(repeating: "x", count: 600)
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // Requests without a body are a single piece each.
        while recv(connection, &buffer, buffer.count, 0) > 0 {
            if send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) <= 0 { break }
        }
        close(connection)
    }
}
