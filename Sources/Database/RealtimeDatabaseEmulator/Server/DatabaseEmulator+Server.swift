import EmulatorAccess
import HTTPServing
public import Logging

/// Serving a socket.
extension DatabaseEmulator {
    /// Serves the REST API until the task is cancelled.
    ///
    /// - Parameters:
    ///   - host: The address to listen on; other machines can reach it only if it is not a loopback address.
    ///   - port: The port; 0 for one that is free.
    ///   - logger: For the server's own messages.
    ///   - onReady: Called once, with the port, when connections are accepted.
    /// - Throws: If it cannot listen on the address.
    public func serve(
        host: String = "127.0.0.1", port: Int,
        logger: Logger = Logger(label: "firestore-receipts.database-emulator"),
        onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        var adapter = adapter
        adapter.access = AdministrativeAccess(listeningHost: host)
        let service = HTTPService(maximumRequestSize: configuration.maximumRequestSize, logger: logger) {
            [adapter] request, body in adapter.respond(to: request, body: body)
        }
        try await service.serve(host: host, port: port, onReady: onReady)
    }
}
