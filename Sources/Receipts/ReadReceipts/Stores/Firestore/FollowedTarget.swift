import FirestoreClient
import FirestoreModel
import Synchronization

/// What has changed on Cloud Firestore, told by a listener and waiting to be taken.
final class FollowedTarget: Sendable {
    private struct State {
        var update: TargetUpdate?
        var failure: FirestoreError?
        var hasBegun = false
        /// Whether the first result was taken.
        var isRead = false
    }

    /// What has changed since the last time.
    struct Changes: Sendable {
        /// Documents that are new or have changed; nil for those that are gone.
        let documents: [DocumentName: Document?]
        /// How many reads are billed; a first result without documents is one.
        let documentsRead: Int
    }

    private let begin: @Sendable () -> TargetSubscription
    private let state = Mutex(State())
    private let isThere: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    /// - Parameter begin: Begins to listen.
    init(_ begin: @escaping @Sendable () -> TargetSubscription) {
        self.begin = begin
        isThere = AsyncStream.makeStream()
    }

    /// Whether the server has answered at least once.
    var hasBegun: Bool { state.withLock(\.hasBegun) }

    /// Listens until the task is cancelled or the server ends the listener.
    ///
    /// - Parameter onChange: Called after each change.
    func follow(_ onChange: @Sendable () -> Void) async {
        let subscription = begin()
        do throws(FirestoreError) {
            while true {
                let update = try await subscription.next()
                state.withLock { state in
                    state.hasBegun = true
                    if state.update?.merge(update) == nil { state.update = update }
                }
                note(onChange)
            }
        } catch {
            state.withLock { $0.failure = error }
            note(onChange)
        }
    }

    /// Takes what has changed since the last time; nil if nothing has. Waits for the first answer.
    ///
    /// - Throws: ``FirestoreError``: why listening has ended, `.unavailable` while there is no connection.
    func take() async throws(FirestoreError) -> Changes? {
        for await _ in isThere.stream { break }
        let (update, failure, hasBegun, isFirst) = state.withLock { state in
            defer {
                if state.update?.isCurrent == true {
                    state.update = nil
                    state.isRead = true
                }
            }
            return (state.update, state.failure, state.hasBegun, !state.isRead)
        }
        if let failure { throw failure }
        if !hasBegun { throw .interruptedListening }
        guard let update else { return nil }
        if !update.isCurrent { throw .lostConnection }
        return Changes(
            documents: update.changes, documentsRead: max(update.documentsRead, isFirst ? 1 : 0))
    }

    private func note(_ onChange: @Sendable () -> Void) {
        isThere.continuation.finish()
        onChange()
    }
}

extension FirestoreError {
    fileprivate static let interruptedListening = FirestoreError(.cancelled, "The listening was cancelled.")
    fileprivate static let lostConnection = FirestoreError(
        .unavailable, "There is no connection; listening goes on as soon as there is one.", isRetryable: true)
}
