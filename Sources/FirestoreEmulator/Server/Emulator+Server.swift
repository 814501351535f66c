import FirestoreModel
import HTTPTransport
import HTTPTypes
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Serving a socket.
extension Emulator {
    /// Serves the REST API until the task is cancelled.
    ///
    /// - Parameters:
    ///   - host: The address to listen on; other machines can reach it only if it is not a loopback address.
    ///   - port: The port; 0 for one that is free.
    ///   - logger: Takes what the server itself has to say.
    ///   - onReady: Called once, with the port, when connections are accepted.
    /// - Throws: When the address cannot be listened on.
    public func serve(
        host: String = "127.0.0.1", port: Int, logger: Logger = Logger(label: "firestore-receipts.emulator"),
        onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        let access = AdministrativeAccess(listeningHost: host)
        let adapter = self.adapter(access)
        let onShutdown = configuration.onShutdown
        let connections = DirectConnections(maximumRequestSize: configuration.maximumRequestSize) {
            request, body in
            guard let body else { return (adapter.bodyTooLarge(of: request), nil) }
            if let onShutdown, Route.isShutdown(request), access.refusal(of: request) == nil {
                return (.text("Shutting down...\n"), onShutdown)
            }
            return (adapter.respond(to: request, body: body), nil)
        }
        let server = connections.server(
            configuration: ServerConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? port) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        try await Self.run(server, logger)
    }

    private func adapter(_ access: AdministrativeAccess) -> RESTAdapter {
        var adapter = adapter
        adapter.access = access
        return adapter
    }

    /// How long requests that are half through may take when the server is to stop.
    private static let shutdownGrace = Duration.milliseconds(250)

    /// Runs a server until the task is cancelled, and stops it then.
    ///
    /// The server itself is not cancelled but shut down: a connection that has just been accepted when it is cancelled
    /// ends the process.
    private static func run(_ server: any Service, _ logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(services: [server], logger: logger)
        configuration.maximumGracefulShutdownDuration = shutdownGrace
        let group = ServiceGroup(configuration: configuration)
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }
}
