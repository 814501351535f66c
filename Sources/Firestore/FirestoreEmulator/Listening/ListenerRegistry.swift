import FirestoreModel
import Synchronization

/// The streams that listen to a database, by what concerns them, so that a commit wakes no others.
///
/// Called while the database is locked, and calls nothing of it.
final class ListenerRegistry: Sendable {
    fileprivate struct Listeners: Sendable {
        /// How many targets of a stream have an interest.
        var counts: [ListenInterest: [ListenInbox: Int]] = [:]
        var documents = 0
        /// The number of streams, with or without targets.
        var streams = 0
    }

    private let listeners = Mutex(Listeners())

    /// Whether there are streams, with or without targets.
    var areOpen: Bool { listeners.withLock { $0.streams > 0 } }

    func open() { listeners.withLock { $0.streams += 1 } }

    func close() { listeners.withLock { $0.streams -= 1 } }

    func add(_ inbox: ListenInbox, to interests: [ListenInterest]) {
        listeners.withLock { listeners in
            for interest in interests {
                listeners.counts[interest, default: [:]][inbox, default: 0] += 1
                if case .document = interest { listeners.documents += 1 }
            }
        }
    }

    func remove(_ inbox: ListenInbox, from interests: [ListenInterest]) {
        listeners.withLock { listeners in
            for interest in interests {
                guard let count = listeners.counts[interest]?[inbox] else { continue }
                listeners.counts[interest]?[inbox] = count > 1 ? count - 1 : nil
                if listeners.counts[interest]?.isEmpty == true { listeners.counts[interest] = nil }
                if case .document = interest { listeners.documents -= 1 }
            }
        }
    }

    /// Marks the streams that a change concerns. It is only computed if there are any listeners.
    func publish(_ change: () -> DatabaseChange) {
        if listeners.withLock({ $0.counts.isEmpty }) { return }
        let change = change()
        let inboxes = listeners.withLock { $0.concerned(by: change.documents) }
        for inbox in inboxes { inbox.mark(change) }
    }
}

extension ListenerRegistry.Listeners {
    /// The streams that a change of documents concerns; all of them if all documents were removed.
    fileprivate func concerned(by paths: [DocumentPath]?) -> Set<ListenInbox> {
        guard let paths else { return Set(counts.values.flatMap(\.keys)) }
        var found: Set<ListenInbox> = []
        add(.all, to: &found)
        var latest: ArraySlice<ResourceID> = []
        for path in paths {
            if documents > 0 { add(.document(path), to: &found) }
            // Most documents of a commit are in one collection.
            let segments = path.segments.dropLast()
            if segments == latest { continue }
            latest = segments
            let collection = path.collection
            add(.collection(collection), to: &found)
            add(.group(collection.id), to: &found)
        }
        return found
    }

    private func add(_ interest: ListenInterest, to found: inout Set<ListenInbox>) {
        if let inboxes = counts[interest] { found.formUnion(inboxes.keys) }
    }
}
