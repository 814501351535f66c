import ReceiptConsole

/// Serves a console on the port that was asked for, or on the usual one if that is free.
struct ConsoleListening {
    /// The usual port.
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
    /// - Parameter onReady: Told the console's address.
    func serve(onReady: @escaping @Sendable (String) async -> Void) async throws {
        // Without a wish, any port will do where the usual one is taken.
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
