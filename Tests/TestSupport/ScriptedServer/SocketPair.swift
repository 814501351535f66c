#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Two sockets that are connected with each other.
package struct SocketPair: Sendable {
    package let near: Int32
    package let far: Int32

    package init() throws(SocketError) {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else {
            throw SocketError(call: "socketpair", code: errno)
        }
        near = ends[0]
        far = ends[1]
    }

    /// Makes the near end readable.
    package func sendFromFarEnd() {
        var byte: UInt8 = 1
        _ = write(far, &byte, 1)
    }

    /// Ends the connection from the far end, which makes the near end readable too.
    package func endAtFarEnd() {
        #if canImport(Glibc)
            shutdown(far, Int32(SHUT_RDWR))
        #else
            shutdown(far, SHUT_RDWR)
        #endif
    }

    package func closeBoth() {
        _ = close(near)
        _ = close(far)
    }
}
