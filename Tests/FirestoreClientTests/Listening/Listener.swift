import FirestoreClient
import Testing

/// A listener of a query in a task of its own, which takes every snapshot as soon as it is there.
final class Listener {
    private typealias Results = AsyncStream<Result<QuerySnapshot, FirestoreError>>

    private let task: Task<Void, Never>
    private var results: Results.Iterator

    init(_ snapshots: Query.QuerySnapshotsSequence) {
        let (results, continuation) = Results.makeStream()
        self.results = results.makeAsyncIterator()
        task = Task {
            do throws(FirestoreError) {
                var iterator = snapshots.makeAsyncIterator()
                while let snapshot = try await iterator.next(isolation: nil) {
                    continuation.yield(.success(snapshot))
                }
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
    }

    deinit { task.cancel() }

    /// The next snapshot.
    func next() async throws -> QuerySnapshot { try #require(await results.next()).get() }

    /// The error that has ended the listener.
    func failure() async throws -> FirestoreError {
        switch try #require(await results.next()) {
        case .success(let snapshot): throw DidNotFail(words: snapshot.words)
        case .failure(let error): return error
        }
    }

    /// Ends the listener, as a task that is cancelled does.
    func cancel() { task.cancel() }

    private struct DidNotFail: Error {
        let words: String
    }
}
