import ReceiptWorker
import Synchronization

/// The outbox of a worker, also of one that is started later.
final class OutboxFinder: Sendable {
    private struct State {
        var outbox: Outbox?
        var lastLook: ContinuousClock.Instant?
    }

    /// How long it takes until it is looked for again.
    private static let pause = Duration.seconds(2)

    private let find: (@Sendable () -> Outbox?)?
    private let state: Mutex<State>

    init(_ configuration: ConsoleConfiguration) {
        find = configuration.findOutbox
        state = Mutex(State(outbox: configuration.outbox))
    }

    /// The outbox; nil while there is none.
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
