import ClientCore
import Synchronization

/// A listener that can be removed.
public protocol ListenerRegistration: AnyObject, Sendable {
    /// Ends listening. On the queue of the handlers, the handler is never called afterwards.
    func remove()
}

/// A listener that calls a handler with each element of a sequence, until it is removed or fails.
final class HandlerRegistration: ListenerRegistration {
    /// Whether the handler may still be called: a snapshot can already be on its way when the listener is removed.
    private final class Activity: Sendable {
        private let isActive = Atomic(true)

        var isOver: Bool { !isActive.load(ordering: .acquiring) }
        func end() { isActive.store(false, ordering: .releasing) }
    }

    private let activity: Activity
    private let task: Task<Void, Never>

    init<Snapshots: AsyncSequence & Sendable>(
        _ firestore: Firestore, _ source: ListenSource, _ snapshots: Snapshots,
        _ listener: @escaping (Snapshots.Element?, (any Error)?) -> Void
    ) where Snapshots.Element: Sendable, Snapshots.Failure == FirestoreError {
        let activity = Activity()
        let handler = QueuedHandler<Result<Snapshots.Element, FirestoreError>>(
            on: firestore.settings.dispatchQueue
        ) { result in
            if activity.isOver { return }
            switch result {
            case .success(let snapshot): listener(snapshot, nil)
            case .failure(let error): listener(nil, error)
            }
        }
        self.activity = activity
        task = Task {
            do throws(FirestoreError) {
                if source == .cache { throw .noCacheToListenTo }
                var iterator = snapshots.makeAsyncIterator()
                // The next one is taken when the handler has returned, so that a slow handler finds one for all that it has missed.
                while let snapshot = try await iterator.next(isolation: nil) {
                    await handler.deliver(.success(snapshot))
                }
            } catch {
                handler.call(.failure(error))
            }
        }
    }

    func remove() {
        activity.end()
        task.cancel()
    }
}

extension FirestoreError {
    fileprivate static let noCacheToListenTo = FirestoreError(
        .unavailable, "Listening to the cache failed: this client keeps no cache; listen to the server.")
}
