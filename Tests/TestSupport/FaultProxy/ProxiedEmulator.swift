package import CurlHTTP
package import FirestoreClient
import FirestoreEmulator
import Logging

/// An emulator on a socket, a proxy in front of it, and clients on both ways.
///
/// The emulator is the one that `FIRESTORE_EMULATOR_HOST` names, else an embedded one.
package struct ProxiedEmulator: Sendable {
    /// Stands between the two.
    package let proxy: FaultProxy
    /// Goes through the proxy, by libcurl.
    package let client: Firestore
    /// Goes to the emulator itself.
    package let direct: Firestore
    /// Has carried what the client has sent.
    package let http: HTTPClient

    /// Serves while the body runs, and stops all of it then. The clock is the proxy's and the client's.
    package static func serve(
        _ plan: FaultPlan, clock: some Clock<Duration> = InstantClock(), retryPolicy: RetryPolicy = .default,
        _ body: @escaping @Sendable (ProxiedEmulator) async throws -> Void
    ) async throws {
        let server = try TestServer()
        guard let emulator = server.emulator else {
            return try await proxy(server, port: server.endpoint.port, plan, clock, retryPolicy, body)
        }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { [logger] group in
            group.addTask {
                defer { continuation.finish() }
                try await emulator.serve(port: 0, logger: logger) { continuation.yield($0) }
            }
            for await port in ports {
                let result: Result<Void, any Error>
                do {
                    try await proxy(server, port: port, plan, clock, retryPolicy, body)
                    result = .success(())
                } catch {
                    result = .failure(error)
                }
                group.cancelAll()
                try result.get()
                break
            }
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    /// Runs a body with a proxy in front of a server's port.
    private static func proxy(
        _ server: TestServer, port: Int, _ plan: FaultPlan, _ clock: some Clock<Duration>,
        _ retryPolicy: RetryPolicy, _ body: @Sendable (ProxiedEmulator) async throws -> Void
    ) async throws {
        let proxy = try await FaultProxy(port: port, plan: plan, clock: clock)
        let http = HTTPClient()
        let result: Result<Void, any Error>
        do {
            let settings = { (endpoint: FirestoreEndpoint) in
                FirestoreSettings(
                    projectID: server.project, endpoint: endpoint, credentials: .emulatorAdmin,
                    retryPolicy: retryPolicy)
            }
            let client = try Firestore(
                settings(.emulator(proxy.authority)), transport: http, clock: clock,
                generator: SeededGenerator(seed: 1))
            let direct = try Firestore(settings(server.endpoint), transport: server.transport)
            try await body(ProxiedEmulator(proxy: proxy, client: client, direct: direct, http: http))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await proxy.stop()
        await http.shutdown()
        try result.get()
    }
}
