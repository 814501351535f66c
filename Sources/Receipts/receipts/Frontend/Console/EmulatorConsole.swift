import FirestoreClient
import FirestoreEmulator
import FirestoreRules
import HTTPTransport
import RealtimeDatabase
import ReceiptConsole
import ReceiptWorker

/// The console beside the emulators of this process: it needs no socket to them, and hears of every change.
struct EmulatorConsole {
    let emulator: Emulator
    let database: DatabaseRun?
    let project: String
    let changes: AsyncStream<Void>
    /// The file of the rules, as it was read at the start; nil for none.
    let rules: SourceFile?
    /// Looks for the outbox of a worker.
    var findOutbox: (@Sendable () -> Outbox?)?

    /// Serves until the task is cancelled.
    ///
    /// - Parameters:
    ///   - addresses: Where the emulators are, for people.
    ///   - consolePort: The port; nil for the usual one, or a free one where that is taken.
    ///   - onReady: Told the console's address.
    func serve(
        _ addresses: EmulatorAddresses, on consolePort: Int?,
        onReady: @escaping @Sendable (String) async -> Void
    ) async throws {
        let firestore = try Firestore(
            FirestoreSettings(
                projectID: project, endpoint: .emulator(EmulatorConsole.reachable(addresses.firestore)),
                credentials: .emulatorAdmin),
            transport: emulator.transport)
        var configuration = ConsoleConfiguration(
            firestore: firestore, findOutbox: findOutbox, changes: changes)
        configuration.rulesFile = rules.map { RulesFile($0) }
        configuration.databaseRulesFile = database?.plan.rules.map { RulesFile($0) }
        if let database, let address = addresses.database {
            configuration.realtimeDatabase = try Database(
                DatabaseSettings(
                    projectID: project, name: database.plan.namespace,
                    endpoint: .emulator(EmulatorConsole.reachable(address)), credentials: .emulatorAdmin),
                transport: database.transport)
        }
        try await ConsoleListening(configuration, host: "127.0.0.1", port: consolePort).serve(
            onReady: onReady)
    }

    /// All addresses of a machine are none to speak to.
    private static func reachable(_ address: String) -> String {
        for all in ["0.0.0.0:", "[::]:"] where address.hasPrefix(all) {
            return "127.0.0.1:\(address.dropFirst(all.count))"
        }
        return address
    }
}

extension RulesFile {
    /// The file that rules were read from.
    fileprivate init(_ source: SourceFile) {
        self.init(name: source.name, initial: source.content) {
            try? InputFile.regularText(source.name, as: "rules")
        }
    }
}
