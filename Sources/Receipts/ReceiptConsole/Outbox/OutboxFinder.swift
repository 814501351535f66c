import ReceiptWorker
import Synchronization

/// Finds the outbox of a worker, even if it is started later.
final class OutboxFinder: Sendable {
    private struct State {
        var outbox: Outbox?
        var lastLook: ContinuousClock.Instant?
    }

    /// The time between two searches.
    private static let pause = Duration.seconds(2)

    private let find: (@Sendable () -> Outbox?)?
    private let state: Mutex<State>

    init(_ configuration: ConsoleConfiguration) {
        find = configuration.findOutbox
        state = Mutex(State(outbox: configuration.outbox))
    }

    /// The outbox; nil if there is none yet.
    func outbox(at now: ContinuousClock.Instant = .now) -> Outbox? {
        state.withLock { state in
            if state.outbox != nil { return state.outbox }
            guard let find, state.lastLook.map({ now >= $0 + OutboxFinder.pause }) ?? true else { return nil }
            state.lastLook = now
            state.outbox = find()
            return state.outbox
        }
    }
}
