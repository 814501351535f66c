import FirestoreClient
import RealtimeDatabase
import ReceiptConsole
import ReceiptWorker
import Synchronization
import TestSupport

/// The console of a story, which can be taken away and put back while a page is open.
actor StagedConsole {
    private let firestore: Firestore?
    private let database: Database?
    private let outbox: Outbox?
    private let changes: ChangeTap
    private var serving: Task<Void, any Error>?
    private(set) var port = 0

    init(_ firestore: Firestore?, _ database: Database?, _ outbox: Outbox?, _ changes: ChangeTap) {
        self.firestore = firestore
        self.database = database
        self.outbox = outbox
        self.changes = changes
    }

    /// Starts, on the port that it had before.
    func start() async throws {
        let console = try ReceiptConsole(
            ConsoleConfiguration(
                firestore: firestore, realtimeDatabase: database, outbox: outbox,
                changes: changes.stream()),
            port: port)
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
