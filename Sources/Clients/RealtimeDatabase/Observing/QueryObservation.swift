import ClientCore
import HTTPTypes
import RealtimeDatabaseModel
import Synchronization

/// The stream that the observers of one query share.
final class QueryObservation: Sendable {
    /// Whether the server has sent what is there, or an attempt to ask it has failed.
    private enum Opening {
        case pending([CheckedContinuation<Void, Never>])
        case over

        mutating func end() {
            if case .pending(let waiting) = self { for continuation in waiting { continuation.resume() } }
            self = .over
        }
    }

    private struct State {
        var query: ObservedQuery
        var observers: [DatabaseHandle: Observer] = [:]
        var task: Task<Void, Never>?
        var opening = Opening.pending([])
        /// Whether the stream has ended.
        var isOver = false
        /// Whether a connection was attempted.
        var isTried = false

        mutating func deliver(
            _ notifications: [ObservedQuery.Notification], of ref: DatabaseReference,
            _ order: DataQuery.Order?
        ) {
            for notification in notifications {
                observers[notification.handle]?.deliver(notification.event, of: ref, order)
                if notification.isLast { observers[notification.handle] = nil }
            }
        }
    }

    private let ref: DatabaseReference
    private let query: DataQuery?
    private let path: DatabasePath
    private let onEnd: @Sendable (QueryObservation) -> Void
    private let state: Mutex<State>

    /// - Parameter onEnd: Called when the last observer has got its only event, and when the stream has failed.
    init(
        _ ref: DatabaseReference, _ path: DatabasePath, _ query: DataQuery?,
        onEnd: @escaping @Sendable (QueryObservation) -> Void
    ) {
        self.ref = ref
        self.path = path
        self.query = query
        self.onEnd = onEnd
        state = Mutex(State(query: ObservedQuery(query)))
    }

    /// Opens the stream, after the writes that were started before.
    func start() {
        let earlier = ref.database.writes.last
        let task = Task {
            await earlier?.value
            do throws(DatabaseError) {
                let channel = try ref.database.usableChannel()
                var call = Call(get: "observe", path, parameters: query?.parameters ?? [])
                call.fields[.accept] = "text/event-stream"
                await ChangeStream(channel, call, self, isPersistent: true).run()
            } catch {
                finish(error)
            }
        }
        state.withLock { $0.task = task }
    }

    /// Closes the stream.
    func stop() {
        state.withLock { state in
            state.task?.cancel()
            state.opening.end()
        }
    }

    /// Whether the stream has not begun yet.
    var isOpening: Bool {
        state.withLock { state in
            if case .pending = state.opening { true } else { false }
        }
    }

    /// Waits until the stream has begun, or an attempt has failed.
    ///
    /// Writes that start later wait for it, so that their observers see what was there before as well.
    func opened() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                switch state.opening {
                case .pending(let waiting): state.opening = .pending(waiting + [continuation])
                case .over: continuation.resume()
                }
            }
        }
    }

    /// Whether nobody observes the query any more.
    var isUnobserved: Bool { state.withLock(\.query.isUnobserved) }

    /// - Returns: False if the stream is over, so that another one is needed.
    func add(_ observer: Observer, _ registration: ObservedQuery.Registration) -> Bool {
        state.withLock { state in
            if state.isOver { return false }
            state.observers[registration.handle] = observer
            // Under the lock, so that events are in order; delivering only adds to a queue.
            state.deliver(state.query.add(registration), of: ref, query?.order)
            return true
        }
    }

    /// Removes an observer, or all.
    func remove(_ handle: DatabaseHandle?) {
        state.withLock { state in
            for handle in handle.map({ [$0] }) ?? state.query.handles {
                state.query.remove(handle)
                state.observers.removeValue(forKey: handle)?.remove()
            }
        }
    }
}

extension QueryObservation: ChangeSink {
    func reconnect() {
        state.withLock { state in
            if state.isTried { state.opening.end() }
            state.isTried = true
            state.query.reconnect()
        }
    }

    func put(_ event: StreamEvent) throws(DataProblem) {
        let isOver: Result<Bool, DataProblem> = state.withLock { state in
            Result { () throws(DataProblem) in
                state.deliver(try state.query.apply(event), of: ref, query?.order)
                state.opening.end()
                return state.query.isUnobserved
            }
        }
        if try isOver.get() { onEnd(self) }
    }

    func finish(_ error: DatabaseError) {
        state.withLock { state in
            state.isOver = true
            state.opening.end()
            for handle in state.query.handles {
                state.query.remove(handle)
                state.observers.removeValue(forKey: handle)?.fail(error)
            }
        }
        onEnd(self)
    }
}
