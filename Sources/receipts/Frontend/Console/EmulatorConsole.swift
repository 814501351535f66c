import FirestoreClient
import FirestoreEmulator
import HTTPTransport
import RealtimeDatabase
import ReceiptConsole

/// The console beside the emulators of this process: it needs no socket to them, and hears of every change.
struct EmulatorConsole {
    let emulator: Emulator
    let database: DatabaseRun?
    let project: String
    let changes: AsyncStream<Void>

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
        var configuration = ConsoleConfiguration(firestore: firestore, changes: changes)
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
