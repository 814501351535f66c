import FirestoreClient
import FirestoreEmulator
import FirestoreRules
import HTTPTransport
import NamedFiles
import RealtimeDatabase
import ReceiptConsole
import ReceiptWorker

/// The console for the emulators of this process. It needs no socket, and is notified of every change.
struct EmulatorConsole {
    let emulator: Emulator
    let database: DatabaseRun?
    let project: String
    let changes: AsyncStream<Void>
    /// The rules file, as read at the start, or nil.
    let rules: SourceFile?
    /// The suites of the rules, or nil.
    var suites: SuiteFiles?
    /// Looks for the outbox of a worker.
    var findOutbox: (@Sendable () -> Outbox?)?

    /// Serves until the task is cancelled.
    ///
    /// - Parameters:
    ///   - addresses: The emulators' addresses, for display.
    ///   - consolePort: The port; nil for the default one, or a free one if that is taken.
    ///   - onReady: Called with the console's address.
    func serve(
        _ addresses: EmulatorAddresses, on consolePort: Int?,
        onReady: @escaping @Sendable (String) async -> Void
    ) async throws {
        let firestore = try Firestore(
            FirestoreSettings(
                projectID: project, endpoint: .emulator(addresses.firestore.reachable.authority),
                credentials: .emulatorAdmin),
            transport: emulator.transport)
        var configuration = ConsoleConfiguration(
            firestore: firestore, findOutbox: findOutbox, changes: changes)
        configuration.suites = suites
        configuration.rulesFile = rules.map { RulesFile($0) }
        configuration.databaseRulesFile = database?.plan.rules.map { RulesFile($0) }
        if let database, let address = addresses.database {
            configuration.realtimeDatabase = try Database(
                DatabaseSettings(
                    projectID: project, name: database.plan.namespace,
                    endpoint: .emulator(address.reachable.authority), credentials: .emulatorAdmin),
                transport: database.transport)
        }
        try await ConsoleListening(configuration, host: "127.0.0.1", port: consolePort).serve(
            onReady: onReady)
    }
}

extension RulesFile {
    /// The file of the rules.
    fileprivate init(_ source: SourceFile) {
        self.init(
            name: source.name, initial: source.content,
            read: { try? InputFile.regularText(source.name, as: "rules") },
            write: { content in
                var replacement = try FileReplacement(of: source.name)
                try replacement.write(content.utf8)
                try replacement.finish()
            })
    }
}
