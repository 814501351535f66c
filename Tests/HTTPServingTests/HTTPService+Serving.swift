import Logging
import Testing

@testable import HTTPServing

extension HTTPService {
    /// Serves on a free port of this machine while a closure runs, which is given the port.
    static func serving(
        _ answer: @escaping Answer, open: StreamOpening? = nil,
        to body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let service = HTTPService(
            maximumRequestSize: 100, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            open: open, answer: answer)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.serve(host: "127.0.0.1", port: 0) { continuation.yield($0) } }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            try await body(port)
            group.cancelAll()
        }
    }
}
