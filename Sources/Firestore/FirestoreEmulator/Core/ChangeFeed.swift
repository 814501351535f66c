import FirestoreModel
import Synchronization

/// The changes of a commit, an import or a clearing in a database.
struct DatabaseChange: Sendable {
    let database: DatabaseID
    /// The documents that were created, replaced or deleted; nil if all documents were removed at once.
    let documents: [DocumentPath]?
    let before: DatabaseState
    let after: DatabaseState
    /// The time of the change: every later read sees it.
    let time: Timestamp
    /// About how many bytes of the state before are not in the state after.
    let size: Int
}

/// Notifies listeners of changes in databases. The changes of one database arrive in the order of their times.
///
/// Listeners are called while the database is locked: they must be quick, and must not call it.
final class ChangeFeed: Sendable {
    typealias Listener = @Sendable (DatabaseChange) -> Void

    private struct Listeners: Sendable {
        var nextNumber = 0
        var byNumber: [Int: Listener] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// Adds a listener.
    ///
    /// - Returns: A number with which to remove it.
    @discardableResult
    func add(_ listener: @escaping Listener) -> Int {
        listeners.withLock { listeners in
            defer { listeners.nextNumber += 1 }
            listeners.byNumber[listeners.nextNumber] = listener
            return listeners.nextNumber
        }
    }

    func remove(_ number: Int) {
        listeners.withLock { $0.byNumber[number] = nil }
    }

    /// Notifies all listeners of a change, which is only computed if there are any.
    func publish(_ change: () -> DatabaseChange) {
        let current = listeners.withLock { Array($0.byNumber.values) }
        if current.isEmpty { return }
        let change = change()
        for listener in current { listener(change) }
    }
}
