import RealtimeDatabaseModel
import Synchronization

/// The events that one listener has not received yet, in order.
///
/// Events are added while the database is locked, and a waiting listener is woken after that.
final class EventQueue: ListenerSink {
    fileprivate struct State {
        /// The events, beginning at `first`.
        var events: [(event: StreamEvent, size: Int)] = []
        var first = 0
        var bytes = 0
        var isOpen = true
        var waiting: CheckedContinuation<StreamEvent?, Never>?

        var count: Int { events.count - first }
    }

    private let limit: LagLimit
    private let state = Mutex(State())

    init(limit: LagLimit) { self.limit = limit }

    /// Adds an event. If too many wait, all are dropped and the queue ends.
    ///
    /// - Parameter size: The approximate number of bytes the event keeps alive.
    /// - Returns: Whether the queue continues, and the action to run.
    func post(_ event: StreamEvent, size: Int) -> (isOpen: Bool, handover: [Handover]) {
        state.withLock { state in
            guard state.isOpen else { return (false, []) }
            if let continuation = state.waiting {
                state.waiting = nil
                return (true, [Handover { continuation.resume(returning: event) }])
            }
            guard state.count < limit.events, state.bytes + size <= limit.bytes else {
                state.end()
                return (false, [])
            }
            state.events.append((event, size))
            state.bytes += size
            return (true, [])
        }
    }

    /// Ends the queue, with a last event after the waiting ones.
    func end(with event: StreamEvent) -> [Handover] {
        state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            if let continuation = state.waiting {
                state.waiting = nil
                return [Handover { continuation.resume(returning: event) }]
            }
            state.events.append((event, 0))
            return []
        }
    }

    /// Ends the queue, and drops waiting events.
    func close() {
        let continuation = state.withLock { state in
            defer { state.end() }
            return state.waiting.take()
        }
        continuation?.resume(returning: nil)
    }

    /// The next waiting event, if any.
    func takeNow() -> StreamEvent? { state.withLock { $0.take() } }

    /// Waits for the next event; nil if the queue has ended.
    ///
    /// One task receives events, and ends the queue if it is cancelled.
    func next() async -> StreamEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<StreamEvent?, Never>) in
                let isReady = state.withLock { state in
                    if state.count > 0 || !state.isOpen { return true }
                    state.waiting = continuation
                    return false
                }
                if isReady { continuation.resume(returning: takeNow()) }
            }
        } onCancel: {
            close()
        }
    }
}

extension EventQueue.State {
    fileprivate mutating func take() -> StreamEvent? {
        guard count > 0 else { return nil }
        let (event, size) = events[first]
        first += 1
        bytes -= size
        // Received events are removed once they are the majority, so each event moves about once.
        if first * 2 >= events.count {
            events.removeFirst(first)
            first = 0
        }
        return event
    }

    fileprivate mutating func end() {
        (events, first, bytes, isOpen) = ([], 0, 0, false)
    }
}

/// How far behind a stream may be before it ends; the listener then starts again.
struct LagLimit: Sendable, Equatable {
    /// The maximum number of waiting events.
    let events: Int
    /// The maximum size in bytes of the requests behind them.
    let bytes: Int
}
