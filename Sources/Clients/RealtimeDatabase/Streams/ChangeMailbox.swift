import RealtimeDatabaseModel
import Synchronization

/// Passes changes from a stream, which puts events in, to a listener, which takes changes out.
///
/// A slow listener does not slow the stream down: only the latest state is kept.
final class ChangeMailbox: ChangeSink {
    private typealias Taken = Result<ObservedTree.Change, DatabaseError>

    private struct State {
        var tree = ObservedTree()
        var failure: DatabaseError?
        var waiter: CheckedContinuation<Taken, Never>?
    }

    private let subject: String
    private let state = Mutex(State())

    init(subject: String) { self.subject = subject }

    /// A new connection begins.
    func reconnect() { state.withLock { $0.tree.reconnect() } }

    /// Puts an event in, and resumes a waiting listener.
    func put(_ event: StreamEvent) throws(DataProblem) {
        let result: Result<(CheckedContinuation<Taken, Never>, ObservedTree.Change)?, DataProblem> =
            state.withLock { state in
                Result { () throws(DataProblem) in
                    guard try state.tree.apply(event), let waiter = state.waiter,
                        let change = state.tree.take()
                    else { return nil }
                    state.waiter = nil
                    return (waiter, change)
                }
            }
        if let (waiter, change) = try result.get() { waiter.resume(returning: .success(change)) }
    }

    /// Ends the mailbox. Pending changes can still be taken; then the error is thrown.
    func finish(_ error: DatabaseError) {
        let waiter = state.withLock { state in
            if state.failure == nil { state.failure = error }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: .failure(error))
    }

    /// Waits for the next change.
    ///
    /// - Throws: ``DatabaseError``, that of ``finish(_:)`` or `.cancelled`.
    func next() async throws(DatabaseError) -> ObservedTree.Change {
        if Task.isCancelled { throw .cancelled(subject, underlying: CancellationError()) }
        let taken = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Taken, Never>) in
                let taken: Taken? = state.withLock { state in
                    if let change = state.tree.take() { return .success(change) }
                    if let failure = state.failure { return .failure(failure) }
                    state.waiter = continuation
                    return nil
                }
                if let taken { continuation.resume(returning: taken) }
                // A cancellation before this point has found no waiter.
                if Task.isCancelled { cancelWaiter() }
            }
        } onCancel: {
            cancelWaiter()
        }
        return try taken.get()
    }

    private func cancelWaiter() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: .failure(.cancelled(subject, underlying: CancellationError())))
    }
}
