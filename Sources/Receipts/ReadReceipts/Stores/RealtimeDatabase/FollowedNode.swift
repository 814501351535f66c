import FirestoreClient
import RealtimeDatabase
import RealtimeDatabaseModel
import Synchronization

/// A copy of a node in a Realtime Database, kept up to date by a stream.
final class FollowedNode: Sendable {
    private let changes: DatabaseChanges
    private let latest = Mutex<Result<DataNode, ReceiptsError>?>(nil)
    private let isThere: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    init(_ changes: DatabaseChanges) {
        self.changes = changes
        isThere = AsyncStream.makeStream()
    }

    /// Follows the node until the task is cancelled or the server ends the stream.
    ///
    /// - Parameter onChange: Called after each change.
    func follow(_ onChange: @Sendable () -> Void) async {
        do throws(DatabaseError) {
            for try await change in changes { note(.success(change.snapshot.node), onChange) }
        } catch {
            note(.failure(ReceiptsError(error)), onChange)
        }
    }

    /// The current value; waits for the first one.
    func value() async throws(ReceiptsError) -> DataNode {
        if latest.withLock({ $0 }) == nil {
            for await _ in isThere.stream { break }
        }
        guard let latest = latest.withLock({ $0 }) else {
            throw ReceiptsError(.cancelled, "the listening was cancelled")
        }
        return try latest.get()
    }

    private func note(_ value: Result<DataNode, ReceiptsError>, _ onChange: @Sendable () -> Void) {
        latest.withLock { $0 = value }
        isThere.continuation.finish()
        onChange()
    }
}
