import EmulatorAccess
import FirestoreModel
import HTTPServing
import HTTPTransport
import HTTPTypes
public import Logging

/// Serving a socket.
extension Emulator {
    /// Serves the REST API, gRPC, and the channels of SDKs in browsers, on one port, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - host: The address to listen on; other machines can reach it only if it is not a loopback address.
    ///   - port: The port; 0 for one that is free.
    ///   - logger: For the server's own messages.
    ///   - onReady: Called once, with the port, when connections are accepted.
    /// - Throws: If it cannot listen on the address.
    public func serve(
        host: String = "127.0.0.1", port: Int, logger: Logger = Logger(label: "firestore-receipts.emulator"),
        onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        let access = AdministrativeAccess(listeningHost: host)
        let front = self.front(access)
        let webChannel = webChannel
        let onShutdown = configuration.onShutdown
        let calls = GRPCFront(
            service: front.service, maximumRequestSize: configuration.maximumRequestSize)
        let limit = configuration.maximumRequestSize
        let service = HTTPService(
            limit: { webChannel.maximumBodySize(of: $0) ?? limit }, logger: logger,
            open: { request, onOutput in calls.open(request, onOutput: onOutput) }
        ) { request, body in
            if let reply = webChannel.reply(to: request, body: body) { return reply }
            guard let body else { return .now(front.bodyTooLarge(of: request)) }
            if let onShutdown, Route.isShutdown(request), access.refusal(of: request) == nil {
                return .now(.text("Shutting down...\n"), afterwards: onShutdown)
            }
            if Route.usesFiles(request) {
                return .onThread(refusal: .failure(RPCStatus(.unavailable, "The emulator is shutting down.")))
                {
                    front.respond(to: request, body: body)
                }
            }
            return front.reply(to: request, body: body)
        }
        try await service.serve(host: host, port: port, onReady: onReady)
    }

    private func front(_ access: AdministrativeAccess) -> RESTFront {
        var front = front
        front.access = access
        return front
    }
}
