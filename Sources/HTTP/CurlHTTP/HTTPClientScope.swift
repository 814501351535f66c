import Synchronization

/// Runs `body`, and then shuts down every client that was created in it.
///
/// Returns or throws when their threads have ended. Clients created by detached tasks are not included.
package func withHTTPClients<Result>(
    _ body: () async throws -> Result
) async rethrows -> Result {
    let scope = HTTPClientScope()
    do {
        let result = try await HTTPClientScope.$current.withValue(scope, operation: body)
        await scope.shutdown()
        return result
    } catch {
        await scope.shutdown()
        throw error
    }
}

/// The clients that were created in a scope.
final class HTTPClientScope: Sendable {
    @TaskLocal static var current: HTTPClientScope?

    private let loops = Mutex<[TransferLoop]>([])

    /// Adds the loop of a new client.
    func add(_ loop: TransferLoop) {
        loops.withLock { loops in
            // Clients that have already ended.
            loops.removeAll(where: \.hasEnded)
            loops.append(loop)
        }
    }

    func shutdown() async {
        let all = loops.withLock { $0 }
        for loop in all { loop.stop() }
        for loop in all { await loop.untilEnded() }
    }
}
