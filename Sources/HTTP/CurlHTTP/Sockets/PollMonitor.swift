import CCurl
import Synchronization

/// Waits for sockets with `poll`, which every system has. Its cost grows with the number of sockets.
package final class PollMonitor: SocketMonitor {
    private let watched = Mutex<[Int32: SocketReadiness]>([:])
    private let pipe: WakePipe

    package init() throws(CurlError) {
        pipe = try WakePipe()
    }

    package func watch(_ socket: Int32, for readiness: SocketReadiness) -> Bool {
        let before = watched.withLock { $0.updateValue(readiness, forKey: socket) }
        // A wait that has begun does not know it.
        if before != readiness { wake() }
        return true
    }

    package func forget(_ socket: Int32) {
        watched.withLock { $0[socket] = nil }
    }

    package func wait(
        milliseconds: Int, into events: inout [(socket: Int32, readiness: SocketReadiness)]
    ) {
        events.removeAll(keepingCapacity: true)
        var sockets = [pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0)]
        for (socket, readiness) in watched.withLock({ $0 }) {
            var wanted: Int32 = 0
            if readiness.contains(.readable) { wanted |= POLLIN }
            if readiness.contains(.writable) { wanted |= POLLOUT }
            sockets.append(pollfd(fd: socket, events: Int16(wanted), revents: 0))
        }
        guard poll(&sockets, nfds_t(sockets.count), Int32(clamping: milliseconds)) > 0 else { return }
        if sockets[0].revents != 0 { pipe.drain() }
        for socket in sockets.dropFirst() where socket.revents != 0 {
            events.append((socket.fd, Self.readiness(Int32(socket.revents))))
        }
    }

    package func wake() {
        pipe.wake()
    }

    private static func readiness(_ bits: Int32) -> SocketReadiness {
        var readiness: SocketReadiness = []
        if bits & (POLLIN | POLLHUP) != 0 { readiness.insert(.readable) }
        if bits & POLLOUT != 0 { readiness.insert(.writable) }
        if bits & (POLLERR | POLLNVAL) != 0 { readiness.insert(.failed) }
        return readiness
    }
}
