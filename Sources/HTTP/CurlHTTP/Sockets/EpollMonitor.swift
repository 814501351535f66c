#if os(Linux) || os(Android)
    import CCurl

    /// Waits for sockets with Linux's epoll. The kernel keeps the set of sockets.
    package final class EpollMonitor: SocketMonitor {
        private let descriptor: Int32
        private let pipe: WakePipe

        package init() throws(CurlError) {
            pipe = try WakePipe()
            descriptor = epoll_create1(ccurl_epoll_close_on_exec)
            guard descriptor >= 0, watch(pipe.reader, for: .readable) else {
                throw CurlError(code: Int(CURLE_FAILED_INIT.rawValue), text: "out of file descriptors")
            }
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
        }

        package func watch(_ socket: Int32, for readiness: SocketReadiness) -> Bool {
            var event = epoll_event()
            event.data.fd = socket
            if readiness.contains(.readable) { event.events |= ccurl_epoll_in }
            if readiness.contains(.writable) { event.events |= ccurl_epoll_out }
            // Curl does not say whether it has named the socket before.
            return epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0
                || epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) == 0
        }

        package func forget(_ socket: Int32) {
            // The kernel has already forgotten a closed socket.
            var event = epoll_event()
            epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
        }

        package func wait(
            milliseconds: Int, into events: inout [(socket: Int32, readiness: SocketReadiness)]
        ) {
            events.removeAll(keepingCapacity: true)
            withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.batch) { ready in
                let count = epoll_wait(
                    descriptor, ready.baseAddress, Int32(ready.count), Int32(clamping: milliseconds))
                for event in ready.prefix(max(0, Int(count))) {
                    if event.data.fd == pipe.reader {
                        pipe.drain()
                    } else {
                        events.append((event.data.fd, Self.readiness(event.events)))
                    }
                }
            }
        }

        package func wake() {
            pipe.wake()
        }

        private static func readiness(_ bits: UInt32) -> SocketReadiness {
            var readiness: SocketReadiness = []
            if bits & (ccurl_epoll_in | ccurl_epoll_hang_up) != 0 { readiness.insert(.readable) }
            if bits & ccurl_epoll_out != 0 { readiness.insert(.writable) }
            if bits & ccurl_epoll_error != 0 { readiness.insert(.failed) }
            return readiness
        }

        /// How many sockets one wait reports; the next wait reports the others.
        private static let batch = 64
    }
#endif
