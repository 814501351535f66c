import CCurl

/// A curl "multi" handle: the transfers under way, and the connections that they share.
///
/// It belongs to the ``TransferDriver``. It never waits: it passes the sockets to wait for to a ``SocketMonitor``.
struct MultiHandle: ~Copyable {
    private let pointer: OpaquePointer
    private let monitor: any SocketMonitor

    /// Creates a handle.
    ///
    /// - Parameters:
    ///   - idleConnections: How many connections it keeps for later requests.
    ///   - monitor: Watches the sockets.
    /// - Throws: When out of memory.
    init(idleConnections: Int, monitor: SystemSocketMonitor) throws(CurlError) {
        if let problem = CurlLibrary.problem { throw problem }
        guard let pointer = curl.pointee.multi_init() else { throw CurlError(CURLE_OUT_OF_MEMORY) }
        ccurl_multi_setopt_long(curl, pointer, CURLMOPT_MAXCONNECTS, idleConnections)
        ccurl_multi_set_socket(
            curl, pointer,
            { _, socket, wish, context, _ in
                guard let context else { return -1 }
                let monitor = Unmanaged<SystemSocketMonitor>.fromOpaque(context).takeUnretainedValue()
                return MultiHandle.follow(wish, socket, monitor) ? 0 : -1
            },
            Unmanaged.passUnretained(monitor).toOpaque()
        )
        self.pointer = pointer
        self.monitor = monitor
    }

    deinit {
        // Calls the monitor once more.
        _ = curl.pointee.multi_cleanup(pointer)
        withExtendedLifetime(monitor) {}
    }

    /// Adds a transfer; it starts with the next ``actOnTime()``.
    func add(_ easy: EasyHandle) throws(CurlError) {
        try check(curl.pointee.multi_add_handle(pointer, easy.pointer))
    }

    /// Removes a transfer in any state. A connection in the middle of a response is closed.
    func remove(_ easy: EasyHandle) {
        _ = curl.pointee.multi_remove_handle(pointer, easy.pointer)
    }

    /// Advances the transfers of a socket as far as possible without waiting. This runs the callbacks.
    func act(on socket: Int32, _ readiness: SocketReadiness) throws(CurlError) {
        var running: Int32 = 0
        try check(curl.pointee.multi_socket_action(pointer, socket, readiness.rawValue, &running))
    }

    /// Advances the transfers whose time has come, including those just added.
    func actOnTime() throws(CurlError) {
        var running: Int32 = 0
        try check(curl.pointee.multi_socket_action(pointer, ccurl_socket_timeout, 0, &running))
    }

    /// Advances all transfers.
    func actOnAll() throws(CurlError) {
        var running: Int32 = 0
        try check(curl.pointee.multi_socket_all(pointer, &running))
    }

    /// In how many milliseconds ``actOnTime()`` is due; `nil` while only sockets matter.
    var millisecondsToAct: Int? {
        var milliseconds = -1
        guard curl.pointee.multi_timeout(pointer, &milliseconds) == CURLM_OK, milliseconds >= 0 else {
            return nil
        }
        return milliseconds
    }

    /// The next transfer that has ended, and how.
    func nextFinished() -> (easy: OpaquePointer, code: CURLcode)? {
        var code = CURLE_OK
        guard let easy = ccurl_multi_next_finished(curl, pointer, &code) else { return nil }
        return (easy, code)
    }

    private static func follow(_ wish: Int32, _ socket: Int32, _ monitor: SystemSocketMonitor) -> Bool {
        switch wish {
        case CURL_POLL_IN: return monitor.watch(socket, for: .readable)
        case CURL_POLL_OUT: return monitor.watch(socket, for: .writable)
        case CURL_POLL_INOUT: return monitor.watch(socket, for: [.readable, .writable])
        case CURL_POLL_REMOVE: monitor.forget(socket)
        default: break
        }
        return true
    }

    private func check(_ code: CURLMcode) throws(CurlError) {
        if code == CURLM_OK { return }
        // The codes of the two kinds of handle overlap, so only curl's message is kept.
        throw CurlError(
            code: Int(CURLE_FAILED_INIT.rawValue),
            text: curl.pointee.multi_strerror(code).map { String(cString: $0) } ?? ""
        )
    }
}
