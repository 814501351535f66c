import ReceiptConsole

/// Serves a console on the given port, or on the default one if that is free.
struct ConsoleListening {
    /// The default port.
    static let usualPort = 4000

    let configuration: ConsoleConfiguration
    let host: String
    let port: Int?

    init(_ configuration: ConsoleConfiguration, host: String, port: Int?) {
        self.configuration = configuration
        self.host = host
        self.port = port
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter onReady: Called with the console's address.
    func serve(onReady: @escaping @Sendable (String) async -> Void) async throws {
        // Without an explicit port, use any if the default one is taken.
        for candidate in port.map({ [$0] }) ?? [ConsoleListening.usualPort, 0] {
            let console: ReceiptConsole
            do throws(ReceiptConsole.Refusal) {
                console = try ReceiptConsole(configuration, host: host, port: candidate)
            } catch {
                throw CommandFailure(.wrongUsage, error.description)
            }
            do {
                return try await console.serve { port in await onReady(console.link(port: port)) }
            } catch is CancellationError {
                return
            } catch {
                if port == nil, candidate != 0, CommandFailure.isPortTaken(error) { continue }
                throw CommandFailure(listeningOn: "\(host):\(candidate)", error)
            }
        }
    }
}
