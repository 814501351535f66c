import CurlHTTP
import FirestoreClient
import HTTPTransport
import ReadReceipts
import RealtimeDatabase
import ReceiptConsole
import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Serves the console for a database in another process.
struct ConsoleFrontend {
    let command: ConsoleCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let connection = try await Connection(command.connection, user: nil, in: context)
        var configuration = ConsoleConfiguration(
            schemas: schemas(connection), panes: connection.knowsUsers ? .asTheirUsers : .asTheConsole,
            outbox: try outbox(), findOutbox: OutboxPath.finder(environment: context.environment),
            token: token(connection))
        configuration.workerMetrics = metrics()
        configuration.suites = SuiteFiles(named: command.suites, config: nil)
        switch connection.database {
        case .firestore(let firestore):
            configuration.firestore = firestore
            configuration.realtimeDatabase = try await otherDatabase(connection)
        case .realtimeDatabase(let database, let profiles):
            configuration.realtimeDatabase = database
            configuration.firestore = profiles
        }
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

    /// The chosen schema, then the others.
    private func schemas(_ connection: Connection) -> [ReceiptSchema] {
        let chosen = connection.service.schema
        return [chosen] + ReceiptSchema.presets.filter { $0.name != chosen.name }
    }

    /// The Realtime Database in addition to a Cloud Firestore, if one is named.
    private func otherDatabase(_ connection: Connection) async throws -> Database? {
        let variable = context.environment["FIREBASE_DATABASE_EMULATOR_HOST"] ?? ""
        let isNamed = connection.knowsUsers ? !variable.isEmpty : command.connection.databaseURL != nil
        guard isNamed else { return nil }
        var options = command.connection
        options.schema = ReceiptSchema.readAt.name
        if connection.knowsUsers { options.emulator = variable }
        guard
            case .realtimeDatabase(let database, _) = try await Connection(options, user: nil, in: context)
                .database
        else { return nil }
        return database
    }

    /// The outbox that was named, or the default one if it exists.
    private func outbox() throws -> Outbox? {
        let path = try? OutboxPath(command.outbox, environment: context.environment)
        guard let path, command.outbox.outbox != nil || FileManager.default.fileExists(atPath: path.text)
        else { return nil }
        return try path.open()
    }

    /// Reads the metrics of the worker, if their address is named.
    private func metrics() -> (@Sendable () async -> String?)? {
        let token = context.environment["RECEIPTS_INTAKE_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        guard let address = command.workerMetrics,
            let source = WorkerMetricsSource(address, token: token)
        else { return nil }
        let transport = context.transport ?? HTTPClient()
        return { await source.text(over: transport) }
    }

    /// The token that browsers need. None for an emulator on this machine: whoever can reach the console can reach the emulator.
    private func token(_ connection: Connection) -> String? {
        if let given = context.environment["RECEIPTS_CONSOLE_TOKEN"], !given.isEmpty { return given }
        if connection.knowsUsers, Host.isLoopback(command.host) { return nil }
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(generator.next(), radix: 36) }.joined()
    }
}
