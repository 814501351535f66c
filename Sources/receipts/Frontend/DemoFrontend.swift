import FirestoreClient
import FirestoreEmulator
import Logging
import ReadReceipts

/// The demo's stage: an emulator in this process, and the people who chat.
struct DemoFrontend {
    let console: Console
    private static let project = "demo-receipts"

    func run(servingOn port: Int?) async throws -> ExitStatus {
        let emulator = Emulator()
        let story = try DemoStory(console: console, emulator: emulator, project: Self.project)
        try await story.tell()
        guard let port else {
            console.out("")
            console.out("Try it yourself: receipts demo --serve, then in another terminal")
            console.out("  receipts status --emulator 127.0.0.1:8080 --conversation team --user alice")
            return .done
        }
        do {
            try await emulator.serve(
                port: port, logger: Logger(label: "emulator") { _ in SwiftLogNoOpLogHandler() }
            ) { port in
                console.out("")
                console.out("ready http://127.0.0.1:\(port)")
                console.out("  receipts status --emulator 127.0.0.1:\(port) --conversation team --user alice")
                console.out("  receipts watch --emulator 127.0.0.1:\(port) --conversation team")
            }
        } catch is CancellationError {
            return .interrupted
        } catch {
            throw CommandFailure(
                .failed, "cannot listen on 127.0.0.1:\(port): is the port taken? choose another with --port")
        }
        return .interrupted
    }
}
