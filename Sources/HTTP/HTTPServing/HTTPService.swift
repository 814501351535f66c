package import HTTPTypes
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// A small HTTP server. Each request, with its whole body, is answered on the thread that read it, or by a task.
///
/// Hummingbird accepts connections and shuts them down.
package struct HTTPService: Sendable {
    /// Answers a request; the body is nil when it is larger than allowed.
    package typealias Answer = @Sendable (HTTPRequest, _ body: [UInt8]?) -> HTTPReply
    /// The largest body to accept with a request, in bytes.
    package typealias SizeLimit = @Sendable (HTTPRequest) -> Int

    private let limit: SizeLimit
    private let logger: Logger
    private let answer: Answer
    private let open: StreamOpening?
    private let openWebSocket: WebSocketOpening?

    /// - Parameters:
    ///   - limit: The largest body to accept with a request, in bytes.
    ///   - logger: Receives the server's own messages.
    ///   - open: Opens exchanges over HTTP/2, which clients begin with prior knowledge; nil for a server that does not speak it.
    ///   - openWebSocket: Opens WebSockets, which clients ask for with the first request of a connection, or nil.
    ///   - answer: Answers the requests. It must not block.
    package init(
        limit: @escaping SizeLimit, logger: Logger, open: StreamOpening? = nil,
        openWebSocket: WebSocketOpening? = nil, answer: @escaping Answer
    ) {
        self.open = open
        self.openWebSocket = openWebSocket
        self.limit = limit
        self.logger = logger
        self.answer = answer
    }

    /// Creates a server that accepts bodies up to the same size with all requests.
    package init(
        maximumRequestSize: Int, logger: Logger, open: StreamOpening? = nil,
        openWebSocket: WebSocketOpening? = nil, answer: @escaping Answer
    ) {
        self.init(
            limit: { _ in maximumRequestSize }, logger: logger, open: open, openWebSocket: openWebSocket,
            answer: answer)
    }

    /// Serves until the task is cancelled or the service group that it runs in shuts down.
    ///
    /// - Parameters:
    ///   - host: The address to listen on. Other machines can reach it unless it is a loopback address.
    ///   - port: The port; 0 for a free one.
    ///   - onReady: Called once, with the port, when connections are accepted.
    /// - Throws: When it cannot listen on the address.
    package func serve(
        host: String, port: Int, onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        let keeper = MemoryKeeper()
        let connections = DirectConnections(
            limit: limit, keeper: keeper, answer: answer, open: open, openWebSocket: openWebSocket)
        let server = connections.server(
            configuration: ServerConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? port) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        let keeping = Task { await keeper.run(on: ContinuousClock()) }
        defer { keeping.cancel() }
        try await run(server)
    }

    /// How long incomplete requests may take when the server stops.
    private static let shutdownGrace = Duration.milliseconds(250)

    /// Runs a server until the task is cancelled, and then stops it.
    ///
    /// The server is shut down, not cancelled: cancelling it just after it has accepted a connection ends the process.
    private func run(_ server: any Service) async throws {
        var configuration = ServiceGroupConfiguration(services: [server], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.shutdownGrace
        let group = ServiceGroup(configuration: configuration)
        let running = Task { try await group.run() }
        @Sendable func stop() { Task { await group.triggerGracefulShutdown() } }
        try await withGracefulShutdownHandler {
            try await withTaskCancellationHandler {
                try await running.value
            } onCancel: {
                stop()
            }
        } onGracefulShutdown: {
            stop()
        }
    }
}
