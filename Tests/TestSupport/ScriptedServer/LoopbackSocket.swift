#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A system call on a socket that failed.
package struct SocketError: Error, CustomStringConvertible {
    package let call: String
    package let code: Int32

    package var description: String { "\(call) failed with errno \(code)" }
}

/// The few socket calls that the test servers need, on IPv4 loopback.
struct LoopbackSocket: Sendable, Equatable {
    fileprivate let descriptor: Int32

    fileprivate init(descriptor: Int32) {
        self.descriptor = descriptor
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Makes a socket and binds it to a free port of 127.0.0.1.
    static func bound() throws(SocketError) -> (socket: LoopbackSocket, port: UInt16) {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", code: errno) }
        let socket = LoopbackSocket(descriptor: descriptor)
        var name = LoopbackAddress(port: 0)
        guard name.withPointer({ bind(descriptor, $0, $1.pointee) }) == 0,
            name.withPointer({ getsockname(descriptor, $0, $1) }) == 0
        else {
            let code = errno
            socket.close()
            throw SocketError(call: "bind", code: code)
        }
        return (socket, name.port)
    }

    /// Makes a connection to a port of 127.0.0.1, without waiting until it is there.
    static func visitor(at port: UInt16) throws(SocketError) -> LoopbackSocket {
        let socket = try bound().socket
        _ = fcntl(socket.descriptor, F_SETFL, O_NONBLOCK)
        var address = LoopbackAddress(port: port)
        _ = address.withPointer { connect(socket.descriptor, $0, $1.pointee) }
        return socket
    }

    /// Makes a connection to a port of 127.0.0.1.
    static func connected(to port: UInt16) throws(SocketError) -> LoopbackSocket {
        let socket = try bound().socket
        var address = LoopbackAddress(port: port)
        let status = address.withPointer { connect(socket.descriptor, $0, $1.pointee) }
        guard status == 0 else {
            let code = errno
            socket.close()
            throw SocketError(call: "connect", code: code)
        }
        return socket
    }

    func listen(backlog: Int32) throws(SocketError) {
        #if canImport(Darwin)
            let status = Darwin.listen(descriptor, backlog)
        #elseif canImport(Musl)
            let status = Musl.listen(descriptor, backlog)
        #else
            let status = Glibc.listen(descriptor, backlog)
        #endif
        if status != 0 { throw SocketError(call: "listen", code: errno) }
    }

    func accepted() -> LoopbackSocket? {
        let connection = accept(descriptor, nil, nil)
        return connection < 0 ? nil : LoopbackSocket(descriptor: connection)
    }

    /// What comes of waiting for bytes.
    enum Reception {
        case bytes([UInt8])
        /// The peer has closed.
        case end
        /// The connection is broken: by a reset, as a rule.
        case broken
    }

    /// Waits for bytes.
    func reception() -> Reception {
        var isBroken = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            isBroken = received < 0
            count = max(0, received)
        }
        return isBroken ? .broken : bytes.isEmpty ? .end : .bytes(bytes)
    }

    /// Waits for bytes; `nil` when the peer has closed or the connection is broken.
    func receive() -> [UInt8]? {
        if case .bytes(let bytes) = reception() { bytes } else { nil }
    }

    /// Sends some of the bytes and says how many; `nil` when the connection is broken.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes { bytes in
            #if canImport(Darwin)
                Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
            #elseif canImport(Musl)
                Musl.send(descriptor, bytes.baseAddress, bytes.count, flags)
            #else
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            #endif
        }
        return count > 0 ? count : nil
    }

    /// Ends what other threads do on the socket; its descriptor stays taken.
    func shutDown() {
        #if canImport(Glibc)
            shutdown(descriptor, Int32(SHUT_RDWR))
        #else
            shutdown(descriptor, SHUT_RDWR)
        #endif
    }

    /// Makes the next close a reset.
    func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    func close() {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }
}
