/// Waits for sockets: one thread sleeps in it, while every thread may change what it sleeps for.
///
/// `curl_multi_poll` cannot do that: while a thread sleeps in it, nobody else may begin a request.
package protocol SocketMonitor: AnyObject, Sendable {
    /// Creates a monitor that watches nothing.
    ///
    /// - Throws: When there is no file descriptor left.
    init() throws(CurlError)

    /// Watches a socket, or watches it for something else than before.
    ///
    /// - Returns: Whether the system let it.
    func watch(_ socket: Int32, for readiness: SocketReadiness) -> Bool

    /// Watches a socket no longer.
    func forget(_ socket: Int32)

    /// Sleeps until a socket is ready, the time is up or somebody calls ``wake()``, also if that was just before.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to sleep at most.
    ///   - events: Receives the sockets that are ready, after all else was taken out. A socket may have been
    ///     forgotten since.
    func wait(milliseconds: Int, into events: inout [(socket: Int32, readiness: SocketReadiness)])

    /// Ends the sleep, or the next one.
    func wake()
}

#if os(Linux) || os(Android)
    package typealias SystemSocketMonitor = EpollMonitor
#else
    package typealias SystemSocketMonitor = PollMonitor
#endif
