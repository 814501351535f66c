import ClientCore
import Dispatch
import RealtimeDatabaseModel
import Synchronization

/// Closures of an app that observe a query, until they are removed.
final class Observer: Sendable {
    /// Whether events may still be delivered: one that is already on its way when the observer is removed is not.
    private final class Activity: Sendable {
        private let isActive = Atomic(true)

        var isOver: Bool { !isActive.load(ordering: .acquiring) }
        func end() { isActive.store(false, ordering: .releasing) }
    }

    private let activity: Activity
    private let events: QueuedHandler<(DataSnapshot, String?)>
    private let cancellation: QueuedHandler<DatabaseError>

    init(
        on queue: DispatchQueue, _ block: @escaping (DataSnapshot, String?) -> Void,
        cancel: ((any Error) -> Void)?
    ) {
        let activity = Activity()
        self.activity = activity
        events = QueuedHandler(on: queue) { snapshot, previousKey in
            if !activity.isOver { block(snapshot, previousKey) }
        }
        cancellation = QueuedHandler(on: queue) { error in
            if !activity.isOver { cancel?(error) }
        }
    }

    /// Delivers an event. Returns at once.
    func deliver(_ event: DataEvent, of ref: DatabaseReference, _ order: DataQuery.Order?) {
        let snapshot =
            event.key.map { DataSnapshot(ref.child(DatabasePath([$0])), event.node) }
            ?? DataSnapshot(ref, event.node, order: order)
        events.call((snapshot, event.previousKey?.string))
    }

    /// Delivers the error that ends the observing. Returns at once.
    func fail(_ error: DatabaseError) { cancellation.call(error) }

    /// Delivers nothing from now on.
    func remove() { activity.end() }
}
