import ReceiptConsole
import Synchronization
import TestSupport

/// The console of a story, which can be stopped and started again while a page is open.
actor StagedConsole {
    private let configuration: ConsoleConfiguration
    private let changes: ChangeTap?
    private var serving: Task<Void, any Error>?
    private(set) var port = 0

    /// - Parameter changes: Notifies the console of changes; nil for a console that polls.
    init(_ configuration: ConsoleConfiguration, _ changes: ChangeTap?) {
        self.configuration = configuration
        self.changes = changes
    }

    /// Starts on the same port as before.
    func start() async throws {
        var configuration = configuration
        configuration.changes = changes?.stream()
        let console = try ReceiptConsole(configuration, port: port)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let serving = Task {
            defer { continuation.finish() }
            try await console.serve { continuation.yield($0) }
        }
        self.serving = serving
        guard let port = await ports.first(where: { _ in true }) else { return try await serving.value }
        self.port = port
    }

    /// Stops, and returns when nothing is served anymore.
    func stop() async {
        serving?.cancel()
        _ = await serving?.result
        serving = nil
    }
}

/// Passes an emulator's changes to the console that is currently running.
final class ChangeTap: Sendable {
    private let continuation = Mutex<AsyncStream<Void>.Continuation?>(nil)

    func changed() { _ = continuation.withLock { $0?.yield() } }

    func stream() -> AsyncStream<Void> {
        let (stream, new) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.withLock { $0 = new }
        return stream
    }
}
