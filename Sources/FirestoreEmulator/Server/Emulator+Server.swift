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
        let maximumRequestSize = configuration.maximumRequestSize
        let onShutdown = configuration.onShutdown
        let connections = LoopBoundConnections { request, writer, _ in
            let response: Response
            if let body = await Self.body(of: request, upTo: maximumRequestSize) {
                if let onShutdown, Route.isShutdown(request.head), access.refusal(of: request.head) == nil {
                    response = Response(.text("Shutting down...\n"), thenDo: onShutdown)
                } else {
                    response = Response(adapter.respond(to: request.head, body: body))
                }
            } else {
                response = Response(adapter.bodyTooLarge(of: request.head))
            }
            try await writer.write(response: response.head, body: response.body)
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

    /// The collected body, or nil when it is larger than allowed or was cut off.
    private static func body(of request: Request, upTo limit: Int) async -> [UInt8]? {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
            if length > limit { return nil }
            if length == 0 { return [] }
        }
        guard let buffer = try? await request.body.collect(upTo: limit) else { return nil }
        return Array(buffer: buffer)
    }
}

extension Response {
    fileprivate init(_ response: HTTPExchangeResponse) {
        self.init(
            status: response.head.status, headers: response.head.headerFields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }

    /// A response after which something is to be done, once it is written.
    fileprivate init(_ response: HTTPExchangeResponse, thenDo action: @escaping @Sendable () -> Void) {
        let bytes = ByteBuffer(bytes: response.body)
        self.init(
            status: response.head.status, headers: response.head.headerFields,
            body: ResponseBody(contentLength: response.body.count) { writer in
                try await writer.write(bytes)
                try await writer.finish(nil)
                action()
            })
    }
}
