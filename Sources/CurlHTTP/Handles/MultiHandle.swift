import CCurl

/// A curl "multi" handle: the transfers under way, and the connections that they share and leave behind.
///
/// It belongs to the driver thread, which creates it and lets it go.
struct MultiHandle: ~Copyable {
    private let pointer: OpaquePointer

    /// Wakes a driver thread that sleeps in ``MultiHandle/poll(milliseconds:)``.
    ///
    /// Unchecked, because a pointer is not `Sendable` by itself: `curl_multi_wakeup` is the one call that curl
    /// allows from any thread. It must not outlive the handle, for which ``TransferLoop`` has a lock.
    struct Wakeup: @unchecked Sendable {
        fileprivate let pointer: OpaquePointer

        func callAsFunction() {
            curl_multi_wakeup(pointer)
        }
    }

    /// Creates a handle that keeps up to `idleConnections` connections for later requests.
    ///
    /// - Throws: When there is no memory, or no file descriptor for waking the thread.
    init(idleConnections: Int) throws(CurlError) {
        guard CurlLibrary.initialisation == CURLE_OK else { throw CurlError(CurlLibrary.initialisation) }
        guard let pointer = curl_multi_init() else { throw CurlError(CURLE_OUT_OF_MEMORY) }
        ccurl_multi_setopt_long(pointer, CURLMOPT_MAXCONNECTS, idleConnections)
        // Curl leaves the wake-up out, silently, when it has no descriptors for it; a request would then wait
        // for ever.
        guard curl_multi_wakeup(pointer) == CURLM_OK else {
            curl_multi_cleanup(pointer)
            throw CurlError(code: Int(CURLE_FAILED_INIT.rawValue), text: "no file descriptor left")
        }
        self.pointer = pointer
    }

    deinit { curl_multi_cleanup(pointer) }

    /// What other threads may use.
    var wakeup: Wakeup { Wakeup(pointer: pointer) }

    /// Adds a transfer; it starts with the next ``perform()``.
    func add(_ easy: EasyHandle) throws(CurlError) {
        try check(curl_multi_add_handle(pointer, easy.pointer))
    }

    /// Takes a transfer out, whatever its state. A connection in the middle of a response is closed.
    func remove(_ easy: EasyHandle) {
        curl_multi_remove_handle(pointer, easy.pointer)
    }

    /// Moves every transfer on as far as it goes without waiting, and so runs the callbacks.
    func perform() throws(CurlError) {
        var running: Int32 = 0
        try check(curl_multi_perform(pointer, &running))
    }

    /// The next transfer that has ended, and how.
    func nextFinished() -> (easy: OpaquePointer, code: CURLcode)? {
        var code = CURLE_OK
        guard let easy = ccurl_multi_next_finished(pointer, &code) else { return nil }
        return (easy, code)
    }

    /// Sleeps until a socket is ready, curl has something to do, the time is up or somebody calls ``wakeup``.
    func poll(milliseconds: Int) throws(CurlError) {
        try check(curl_multi_poll(pointer, nil, 0, Int32(clamping: milliseconds), nil))
    }

    private func check(_ code: CURLMcode) throws(CurlError) {
        if code == CURLM_OK { return }
        // The codes of the two kinds of handle overlap; an internal failure keeps curl's words instead.
        throw CurlError(
            code: Int(CURLE_FAILED_INIT.rawValue), text: String(cString: curl_multi_strerror(code))
        )
    }
}
