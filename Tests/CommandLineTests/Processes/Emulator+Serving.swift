import FirestoreEmulator
import Logging
import Testing

extension Emulator {
    /// Serves on a free port while the body runs.
    func serving(_ body: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await self.serve(
                    port: 0, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                ) { continuation.yield($0) }
            }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            try await body(port)
            group.cancelAll()
        }
    }
}
