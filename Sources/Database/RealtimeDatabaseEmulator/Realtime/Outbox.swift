import RealtimeDatabaseWire
import Synchronization

/// A message on its way to a client.
struct OutgoingMessage: Sendable {
    let message: ServerMessage
    /// The call that it answers; nil if none is recorded.
    let record: CallRecord?

    /// The message as JSON, which counts as sent.
    func encoded() -> [UInt8] {
        let bytes = message.bytes
        record?.noteSent(bytes.count)
        return bytes
    }
}

/// The messages that a connection has not sent yet, in order: answers, and events of all its listeners.
///
/// They become text only when they are taken.
final class Outbox: Sendable {
    fileprivate struct State {
        var messages: [(message: OutgoingMessage, size: Int)] = []
        var first = 0
        var bytes = 0
        /// Why nothing more is sent; nil as long as it is open.
        var end: Ending?
        /// Called when there is something to take, once.
        var wake: (@Sendable () -> Void)?
        /// Whether everything was taken since the last call.
        var isAwaited = true

        var count: Int { messages.count - first }
    }

    /// How a connection ends.
    enum Ending: Sendable, Equatable {
        /// After what waits.
        case finished
        /// At once: the reader is too far behind.
        case overflow
    }

    private let limit: LagLimit
    private let state: Mutex<State>

    init(limit: LagLimit) {
        self.limit = limit
        state = Mutex(State())
    }

    /// Has a function called when there is something to take after everything was taken. It replaces an earlier one.
    func onMessage(_ wake: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            state.wake = wake
            state.isAwaited = state.count == 0 && state.end == nil
            return !state.isAwaited
        }
        if isDue { wake() }
    }

    /// Adds a message. If too many wait, all are dropped and the outbox ends.
    func post(
        _ message: ServerMessage, size: Int = 0, for record: CallRecord? = nil
    ) -> (isOpen: Bool, handover: [Handover]) {
        state.withLock { state in
            guard state.end == nil else { return (false, []) }
            if state.count >= limit.events || state.bytes + size > limit.bytes {
                (state.messages, state.first, state.bytes, state.end) = ([], 0, 0, .overflow)
                return (false, state.takeWake())
            }
            state.messages.append((OutgoingMessage(message: message, record: record), size))
            state.bytes += size
            return (true, state.takeWake())
        }
    }

    /// Adds a message, and wakes who sends it.
    func send(_ message: ServerMessage, for record: CallRecord? = nil) {
        for handover in post(message, for: record).handover { handover.run() }
    }

    /// Ends after what waits.
    func finish() {
        let handovers = state.withLock { state -> [Handover] in
            guard state.end == nil else { return [] }
            state.end = .finished
            return state.takeWake()
        }
        for handover in handovers { handover.run() }
    }

    /// Whether the reader was too far behind.
    var hasOverflowed: Bool { state.withLock { $0.end == .overflow } }

    /// Takes the next message; nil if there is none.
    ///
    /// - Returns: Also how the connection ends, once nothing waits any more.
    func take() -> (message: OutgoingMessage?, end: Ending?) {
        state.withLock { state in
            guard state.count > 0 else {
                state.isAwaited = true
                return (nil, state.end)
            }
            let (message, size) = state.messages[state.first]
            state.first += 1
            state.bytes -= size
            if state.first * 2 >= state.messages.count {
                state.messages.removeFirst(state.first)
                state.first = 0
            }
            return (message, nil)
        }
    }
}

extension Outbox.State {
    fileprivate mutating func takeWake() -> [Handover] {
        guard isAwaited, let wake else { return [] }
        isAwaited = false
        return [Handover(wake)]
    }
}
