import Synchronization

/// The events of one page, and its connection.
final class VisitFeed: Sendable {
    private struct State {
        var log = EventLog()
        /// The last event of each kind that describes a state.
        var standing: [String: ConsoleEvent] = [:]
        var connection: AsyncStream<[UInt8]>.Continuation?
        /// Counts the connections, so that the end of an old one does not end a new one.
        var connections = 0
        var hasEnded = false
    }

    /// The maximum number of events that wait for a slow page. Beyond that it is disconnected, reconnects, and gets them from the log.
    private static let waitingLimit = 256

    private let state = Mutex(State())

    /// Sends an event.
    ///
    /// - Parameter stands: Whether the event describes a state rather than a change. A page that connects or starts again gets the last one
    ///   of its kind.
    func emit(_ event: ConsoleEvent, stands: Bool = false) {
        let slow = state.withLock { state -> AsyncStream<[UInt8]>.Continuation? in
            if stands { state.standing[event.kind] = event }
            let number = state.log.append(event)
            guard let connection = state.connection else { return nil }
            if case .enqueued = connection.yield(event.bytes(number: number)) { return nil }
            state.connection = nil
            return connection
        }
        // Ending a connection takes the lock.
        slow?.finish()
    }

    /// Keeps the connection open.
    func keepAlive() {
        state.withLock { _ = $0.connection?.yield(ConsoleEvent.keepAlive) }
    }

    /// Connects a page; replaces an earlier connection.
    ///
    /// - Parameters:
    ///   - number: The last event that the page has received; nil for a new page.
    ///   - onEnd: Called when the connection has ended, with whether no other has replaced it.
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
            // Set before anybody can end it.
            continuation.onTermination = ended(state.connections, onEnd)
            defer { state.connection = continuation }
            return state.hasEnded ? continuation : state.connection
        }
        over?.finish()
        return stream
    }

    /// The handler for the end of a connection.
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

    /// Ends the connection, and later ones.
    func end() {
        let connection = state.withLock { state in
            state.hasEnded = true
            defer { state.connection = nil }
            return state.connection
        }
        // Ending a connection takes the lock.
        connection?.finish()
    }

    /// Whether a page is connected.
    var isConnected: Bool { state.withLock { $0.connection != nil } }
}
