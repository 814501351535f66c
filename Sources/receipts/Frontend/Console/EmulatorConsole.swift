import FirestoreClient
import FirestoreEmulator
import ReceiptConsole

/// The console beside an emulator of this process: it needs no socket to it, and hears of every change.
struct EmulatorConsole {
    let emulator: Emulator
    let host: String
    let port: Int
    let project: String
    let changes: AsyncStream<Void>

    /// Has an emulator that is about to be made tell of its changes.
    static func changes(of configuration: inout EmulatorConfiguration) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        configuration.onChange = { continuation.yield() }
        return changes
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameters:
    ///   - consolePort: The port; nil for the usual one, or a free one where that is taken.
    ///   - onReady: Told the console's address.
    func serve(on consolePort: Int?, onReady: @escaping @Sendable (String) async -> Void) async throws {
        // All addresses are none to speak to.
        let name = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
        let firestore = try Firestore(
            FirestoreSettings(
                projectID: project, endpoint: .emulator(host: name, port: port), credentials: .emulatorAdmin),
            transport: emulator.transport)
        let configuration = ConsoleConfiguration(firestore: firestore, changes: changes)
        try await ConsoleListening(configuration, host: "127.0.0.1", port: consolePort).serve(
            onReady: onReady)
    }
}
