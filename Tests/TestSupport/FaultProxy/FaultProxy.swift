import NIOCore
import NIOPosix

/// A TCP proxy on a loopback port in front of an HTTP/1.1 server, in which a plan makes things go wrong.
///
/// To both sides it is what a bad network, or a server in trouble, is to them: clients talk to ``authority``. Each connection
/// of a client has one to the server, kept as long; requests on it are served one after the other. A new connection asks the
/// plan for the fault of its first request when it is accepted, a kept one when the next request begins.
///
///     let proxy = try await FaultProxy(port: emulatorPort, plan: .trouble(seed: 7), clock: InstantClock())
///     // ... requests to proxy.port ...
///     await proxy.stop()
package final class FaultProxy: Sendable {
    /// The port on 127.0.0.1.
    package let port: Int
    /// Host and port, as the `authority` of a request and as `FIRESTORE_EMULATOR_HOST` have it.
    package var authority: String { "127.0.0.1:\(port)" }

    private let listener: any Channel
    private let connections: ConnectionTable
    private let log: FaultProxyLog
    private let time: ProxyTime

    /// What a proxy has done.
    package struct Record: Sendable, Equatable {
        /// How often each kind of fault was injected; counted before the client can notice.
        package var faults: [Fault.Kind: Int] = [:]
        /// How many connections were accepted.
        package var connections = 0
        /// How many requests were forwarded whole.
        package var requestsForwarded = 0
        /// How many answers of the server have arrived whole.
        package var answersReceived = 0
        /// How many requests came to nothing because the server could not be reached or did not answer.
        package var serverFailures = 0

        /// How many requests met a fault.
        package var trouble: Int { faults.reduce(0) { $0 + ($1.key == .pass ? 0 : $1.value) } }
    }

    /// Starts a proxy.
    ///
    /// - Parameters:
    ///   - host: The server's IP address.
    ///   - port: The server's port; there need not be a server yet.
    ///   - plan: What goes wrong.
    ///   - clock: Makes the waits, and tells the plan how much time has passed since it began.
    package init<C: Clock<Duration>>(
        host: String = "127.0.0.1", port: Int, plan: FaultPlan, clock: C
    ) async throws {
        // No names to resolve: that would take threads which tests may keep busy.
        let server = try SocketAddress(ipAddress: host, port: port)
        let own = try SocketAddress(ipAddress: "127.0.0.1", port: 0)
        let (log, connections, start) = (FaultProxyLog(plan), ConnectionTable(), clock.now)
        let time = ProxyTime(
            elapsed: { start.duration(to: clock.now) }, sleep: { try await clock.sleep(for: $0) })
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    log.change { $0.connections += 1 }
                    let client = try ProxySocket(channel)
                    connections.serve(channel) {
                        var connection = ProxiedConnection(client, server: server, log: log, time: time)
                        await connection.run()
                    }
                }
            }
            .bind(to: own).get()
        self.port = listener.localAddress?.port ?? 0
        self.connections = connections
        self.log = log
        self.time = time
    }

    deinit {
        listener.close(promise: nil)
        connections.stop()
    }

    /// Closes the port and every connection, and returns when nothing is left of them.
    package func stop() async {
        try? await listener.close().get()
        for task in connections.stop() { await task.value }
    }

    /// What has been done so far.
    package var record: Record { log.record }

    /// How many connections of clients are open.
    package var openConnections: Int { connections.count }

    /// Goes on by another plan, whose time begins now.
    ///
    /// Requests under way keep their faults, and so does a connection that was accepted and has sent nothing.
    package func replacePlan(_ plan: FaultPlan) { log.replacePlan(plan, at: time.elapsed()) }
}
