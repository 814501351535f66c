import FirestoreModel
import Synchronization

/// What a commit, an import or a clearing has changed in a database.
struct DatabaseChange: Sendable {
    let database: DatabaseID
    /// The documents that were created, replaced or deleted; nil when all documents were removed at once.
    let documents: [DocumentPath]?
    let before: DatabaseState
    let after: DatabaseState
    /// When the change was made: every read from then on sees it.
    let time: Timestamp
}

/// Tells listeners what changes in databases. The changes of one database come in the order of their times.
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
    /// - Returns: A number to remove it by.
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

    /// Tells all listeners of a change, which is not made up where there are none.
    func publish(_ change: () -> DatabaseChange) {
        let current = listeners.withLock { Array($0.byNumber.values) }
        if current.isEmpty { return }
        let change = change()
        for listener in current { listener(change) }
    }
}
