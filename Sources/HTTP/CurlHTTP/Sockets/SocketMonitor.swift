/// Waits for sockets. One thread sleeps in it, while any thread may change what it waits for.
///
/// `curl_multi_poll` cannot do that: while a thread sleeps in it, no other thread may begin a request.
package protocol SocketMonitor: AnyObject, Sendable {
    /// Creates a monitor that watches nothing.
    ///
    /// - Throws: If the process is out of file descriptors.
    init() throws(CurlError)

    /// Watches a socket, or changes what it is watched for.
    ///
    /// - Returns: Whether the system allowed it.
    func watch(_ socket: Int32, for readiness: SocketReadiness) -> Bool

    /// Stops watching a socket.
    func forget(_ socket: Int32)

    /// Sleeps until a socket is ready, the time is up, or ``wake()`` is called, even if that was just before.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to sleep at most.
    ///   - events: Is replaced by the sockets that are ready. Some of them may no longer be watched.
    func wait(milliseconds: Int, into events: inout [(socket: Int32, readiness: SocketReadiness)])

    /// Ends the sleep, or the next one.
    func wake()
}

#if os(Linux) || os(Android)
    package typealias SystemSocketMonitor = EpollMonitor
#else
    package typealias SystemSocketMonitor = PollMonitor
#endif
