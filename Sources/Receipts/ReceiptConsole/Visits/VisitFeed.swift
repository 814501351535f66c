import Synchronization

/// The events of one page, and the connection that it hears them by.
final class VisitFeed: Sendable {
    private struct State {
        var log = EventLog()
        /// What is so until it is told anew, by its kind.
        var standing: [String: ConsoleEvent] = [:]
        var connection: AsyncStream<[UInt8]>.Continuation?
        /// Counts the connections, so that the end of an old one does not end a new one.
        var connections = 0
        var hasEnded = false
    }

    /// How many events may wait for a page that does not fetch them. It is cut off then, comes back, and hears them from the log.
    private static let waitingLimit = 256

    private let state = Mutex(State())

    /// Tells the page.
    ///
    /// - Parameter stands: Whether the event says how something is, rather than what has happened: a page that begins anew, or connects
    ///   only now, hears the last one of its kind.
    func emit(_ event: ConsoleEvent, stands: Bool = false) {
        let slow = state.withLock { state -> AsyncStream<[UInt8]>.Continuation? in
            if stands { state.standing[event.kind] = event }
            let number = state.log.append(event)
            guard let connection = state.connection else { return nil }
            if case .enqueued = connection.yield(event.bytes(number: number)) { return nil }
            state.connection = nil
            return connection
        }
        // The end of a connection takes the lock.
        slow?.finish()
    }

    /// Keeps the connection open.
    func keepAlive() {
        state.withLock { _ = $0.connection?.yield(ConsoleEvent.keepAlive) }
    }

    /// Connects a page, in place of a connection that it may have had before.
    ///
    /// - Parameters:
    ///   - number: The last event that the page has heard; nil when it is new.
    ///   - onEnd: Called when the connection has ended, with whether no other has taken its place.
    func connect(
        after number: Int?, onEnd: @escaping @Sendable (_ isGone: Bool) -> Void
    ) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(VisitFeed.waitingLimit + 1))
        let over = state.withLock { state in
            let missed = number.flatMap { state.log.events(after: $0) }
            let isResumed = missed.map { $0.count < VisitFeed.waitingLimit } ?? false
            let hello = ConsoleEvent(kind: "hello", data: #"{"resumed":\#(isResumed)}"#)
            continuation.yield(hello.bytes(number: isResumed ? nil : state.log.lastNumber))
            if isResumed {
                for (number, event) in missed ?? [] { continuation.yield(event.bytes(number: number)) }
            } else {
                for event in state.standing.values { continuation.yield(event.bytes(number: nil)) }
            }
            state.connections += 1
            // Before anybody else can end it.
            continuation.onTermination = ended(state.connections, onEnd)
            defer { state.connection = continuation }
            return state.hasEnded ? continuation : state.connection
        }
        over?.finish()
        return stream
    }

    /// What is done when a connection has ended.
    private func ended(
        _ connection: Int, _ onEnd: @escaping @Sendable (_ isGone: Bool) -> Void
    ) -> @Sendable (AsyncStream<[UInt8]>.Continuation.Termination) -> Void {
        { [weak self] _ in
            let isGone = self?.state.withLock { state in
                guard state.connections == connection else { return false }
                state.connection = nil
                return true
            }
            onEnd(isGone ?? false)
        }
    }

    /// Ends the connection, and those that come after it.
    func end() {
        let connection = state.withLock { state in
            state.hasEnded = true
            defer { state.connection = nil }
            return state.connection
        }
        // The end of a connection takes the lock.
        connection?.finish()
    }

    /// Whether a page listens.
    var isConnected: Bool { state.withLock { $0.connection != nil } }
}
