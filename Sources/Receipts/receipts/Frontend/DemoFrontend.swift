import FirestoreClient
import FirestoreEmulator
import Logging
import ReadReceipts

/// Runs the demo on an emulator in this process.
struct DemoFrontend {
    let console: Console
    private static let project = "demo-receipts"

    func run(servingOn port: Int?, consoleOn consolePort: Int?) async throws -> ExitStatus {
        var configuration = EmulatorConfiguration()
        configuration.rememberedCalls = EmulatorPlan.rememberedCalls
        let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        configuration.onChange = { _ = changed.yield() }
        let emulator = Emulator(configuration: configuration)
        let story = try DemoStory(console: console, emulator: emulator, project: Self.project)
        try await story.tell()
        guard let port else {
            console.out("")
            console.out("Try it yourself: receipts demo --serve, then in another terminal")
            console.out("  receipts status --emulator 127.0.0.1:8080 --conversation team --user alice")
            return .done
        }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
                group.addTask {
                    try await emulator.serve(
                        port: port, logger: Logger(label: "emulator") { _ in SwiftLogNoOpLogHandler() }
                    ) { continuation.yield($0) }
                }
                group.addTask {
                    guard let port = await ports.first(where: { _ in true }) else { return }
                    let page = EmulatorConsole(
                        emulator: emulator, database: nil, project: Self.project, changes: changes, rules: nil
                    )
                    let addresses = EmulatorAddresses(
                        firestore: EmulatorAddress(host: "127.0.0.1", port: port))
                    try await page.serve(addresses, on: consolePort) { link in
                        console.out("")
                        console.out("ready http://127.0.0.1:\(port) console \(link)")
                        console.out("  open \(link) to see it in the browser, or in another terminal")
                        console.out(
                            "  receipts status --emulator 127.0.0.1:\(port) --conversation team --user alice")
                        console.out("  receipts watch --emulator 127.0.0.1:\(port) --conversation team")
                    }
                }
                // The first to end cancels the other.
                try await group.next()
                group.cancelAll()
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch is CancellationError {
            return .interrupted
        } catch {
            throw CommandFailure(listeningOn: "127.0.0.1:\(port)", error)
        }
        return .interrupted
    }
}
