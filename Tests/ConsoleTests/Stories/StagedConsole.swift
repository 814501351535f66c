import ReceiptConsole
import Synchronization
import TestSupport

/// The console of a story, which can be taken away and put back while a page is open.
actor StagedConsole {
    private let configuration: ConsoleConfiguration
    private let changes: ChangeTap?
    private var serving: Task<Void, any Error>?
    private(set) var port = 0

    /// - Parameter changes: Tells the console of changes; nil for a console that has to ask.
    init(_ configuration: ConsoleConfiguration, _ changes: ChangeTap?) {
        self.configuration = configuration
        self.changes = changes
    }

    /// Starts, on the port that it had before.
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

    /// Stops, and returns when nothing is served any more.
    func stop() async {
        serving?.cancel()
        _ = await serving?.result
        serving = nil
    }
}

/// Where an emulator's changes go: to the console that runs just now.
final class ChangeTap: Sendable {
    private let continuation = Mutex<AsyncStream<Void>.Continuation?>(nil)

    func changed() { _ = continuation.withLock { $0?.yield() } }

    func stream() -> AsyncStream<Void> {
        let (stream, new) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.withLock { $0 = new }
        return stream
    }
}
