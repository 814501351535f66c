import FirestoreClient
import HTTPTransport
import ReadReceipts
import ReceiptConsole
import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Serves the console for a database that runs elsewhere.
struct ConsoleFrontend {
    let command: ConsoleCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let connection = try await Connection(command.connection, user: nil, in: context)
        let configuration = ConsoleConfiguration(
            firestore: try connection.firestore(for: "the console"), schemas: schemas(connection),
            panes: connection.knowsUsers ? .asTheirUsers : .asTheConsole, outbox: try outbox(),
            token: token(connection))
        let listening = ConsoleListening(configuration, host: command.host, port: command.port)
        let isQuiet = command.connection.quiet
        try await listening.serve { link in
            if !isQuiet {
                context.console.err("receipts: showing \(connection.server), project \(connection.project)")
            }
            context.console.out("ready \(link)")
        }
        return Task.isCancelled ? .interrupted : .done
    }

    /// The schema that was chosen, and the others behind it.
    private func schemas(_ connection: Connection) -> [ReceiptSchema] {
        let chosen = connection.service.schema
        return [chosen] + ReceiptSchema.presets(of: .firestore).filter { $0.name != chosen.name }
    }

    /// The outbox that was named, or the usual one if there is one.
    private func outbox() throws -> Outbox? {
        if command.outbox.outbox != nil {
            return try OutboxPath(command.outbox, environment: context.environment).open()
        }
        guard let path = try? OutboxPath(command.outbox, environment: context.environment),
            FileManager.default.fileExists(atPath: path.text)
        else { return nil }
        return try path.open()
    }

    /// What a browser has to know. On an emulator of this machine nothing: whoever can reach the console can reach the emulator.
    private func token(_ connection: Connection) -> String? {
        if let given = context.environment["RECEIPTS_CONSOLE_TOKEN"], !given.isEmpty { return given }
        let isLoopback =
            command.host == "localhost" || command.host == "::1" || command.host.hasPrefix("127.")
        if connection.knowsUsers, isLoopback { return nil }
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(generator.next(), radix: 36) }.joined()
    }
}
