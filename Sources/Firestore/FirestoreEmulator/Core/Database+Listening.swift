import EmulatorAccess
import FirestoreModel
import Synchronization

/// What streams of listeners see.
extension Database {
    /// One look at the database.
    struct Look: Sendable {
        let view: ListenSession.View
        /// What has changed since the look before.
        let pending: ListenInbox.Pending
        /// The state at the time to resume at; nil if it is not known any more.
        let resumed: DatabaseState?
    }

    /// Looks at the present for a stream, and from then on tells it of changes.
    ///
    /// The time of a view rises from look to look, and every later commit has a later time.
    ///
    /// - Parameters:
    ///   - inbox: What waits for the stream.
    ///   - last: The time of the stream's look before.
    ///   - interests: Where changes begin to concern the stream.
    ///   - time: Where to resume.
    func look(
        _ inbox: ListenInbox, after last: Timestamp?, adding interests: [ListenInterest],
        resumingAt time: Timestamp?
    ) -> Look {
        current.withLock { current in
            let now = current.now(clock)
            let next = last.map { Timestamp(microseconds: $0.microseconds + 1) } ?? now
            current.lastCommit = max(now, next)
            listeners.add(inbox, to: interests)
            return Look(
                view: ListenSession.View(state: current.state, time: current.lastCommit),
                pending: inbox.takePending(), resumed: time.flatMap { current.state(at: $0) })
        }
    }
}

extension Database.Current {
    /// The state at a time; nil if it is not known, or not yet.
    fileprivate func state(at time: Timestamp) -> DatabaseState? {
        if time > lastCommit { return nil }
        return time >= stateTime ? state : history.state(at: time)
    }
}
