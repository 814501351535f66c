import ClientCore
import Synchronization

/// Passes updates from a stream, which puts them in, to a listener, which takes them out.
///
/// A slow listener does not slow the stream down: what it has not taken yet becomes one update.
final class TargetMailbox: Sendable {
    private typealias Taken = Result<TargetUpdate, FirestoreError>

    private struct State {
        var update: TargetUpdate?
        var failure: FirestoreError?
        var waiter: CheckedContinuation<Taken, Never>?
    }

    /// What is listened to, for people.
    let subject: String
    let need: ListenerNeed
    private let state = Mutex(State())

    init(subject: String, _ need: ListenerNeed = .snapshots) {
        self.subject = subject
        self.need = need
    }

    /// Whether nothing more can be put in.
    var isFinished: Bool { state.withLock { $0.failure != nil } }

    /// Puts an update in, and resumes a waiting listener.
    func put(_ update: TargetUpdate) {
        let waiter = state.withLock { state -> CheckedContinuation<Taken, Never>? in
            if state.failure != nil { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            if state.update?.merge(update) == nil { state.update = update }
            return nil
        }
        waiter?.resume(returning: .success(update))
    }

    /// Ends the mailbox. What is in it can still be taken; then the error is thrown.
    func finish(_ error: FirestoreError) {
        let waiter = state.withLock { state in
            if state.failure == nil { state.failure = error }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: .failure(error))
    }

    /// Waits for the next update.
    ///
    /// - Throws: ``FirestoreError``, that of ``finish(_:)`` or `.cancelled`.
    func next(isolation actor: isolated (any Actor)? = #isolation) async throws(FirestoreError)
        -> TargetUpdate
    {
        if Task.isCancelled { throw .cancelled(subject, underlying: CancellationError()) }
        let taken = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Taken, Never>) in
                let taken: Taken? = state.withLock { state in
                    if let update = state.update {
                        state.update = nil
                        return .success(update)
                    }
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

/// What a listener needs of its target.
enum ListenerNeed: Sendable {
    /// All documents, which another listener of the same content may have been told before. It waits for a server for ever.
    case snapshots
    /// Only what changes, by a target of its own, whose documents are not kept. It waits for a server as long as a call does.
    case changes
}
