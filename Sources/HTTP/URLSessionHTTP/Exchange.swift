import HTTPTransport
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
#else
    import Foundation
#endif

/// One request and its response, between URLSession's thread, which reports what arrives, and the task that waits for it.
///
/// Waiting tasks are resumed, and the session's task is called, outside the lock.
final class Exchange: Sendable {
    private typealias Waiter = CheckedContinuation<BodyChunk, Never>
    private typealias HeadWaiter = CheckedContinuation<Result<HTTPResponse, HTTPTransportError>, Never>

    private enum Head {
        case expected(HeadWaiter?)
        case arrived(HTTPResponse)
        case failed(HTTPTransportError)
    }

    private struct State {
        var head = Head.expected(nil)
        var body: BodyBuffer<Waiter>
        var timeouts: TransferTimeouts
        /// The session's task, until the exchange has ended.
        var task: URLSessionDataTask?
        /// Ends the exchange when it takes too long.
        var watch: Task<Void, Never>?
        /// Why the client has ended the exchange itself. The session then reports no more than that.
        var reason: HTTPTransportError?
        /// Whether the response is known to be whole, whatever the session says at the end.
        var isComplete = false
    }

    /// Whether a task can be suspended until its reader has caught up. On Linux it may then never go on.
    #if canImport(FoundationNetworking)
        static let canPause = false
    #else
        static let canPause = true
    #endif

    let endpoint: Endpoint
    private let limit: Int
    private let state: Mutex<State>

    init(_ endpoint: Endpoint, _ configuration: HTTPClientConfiguration, endsWithHead: Bool) {
        self.endpoint = endpoint
        let timeouts = TransferTimeouts(
            request: configuration.requestTimeout, idle: configuration.idleTimeout,
            endsWithHead: endsWithHead,
            start: .now)
        limit = min(configuration.maximumResponseBytes, .max - 1)
        let body = BodyBuffer<Waiter>(capacity: Self.canPause ? configuration.streamBufferBytes : limit + 1)
        state = Mutex(State(body: body, timeouts: timeouts))
    }

    /// Whether the session is held back until the reader has caught up.
    var isPaused: Bool { state.withLock { $0.body.isPaused } }

    /// Whether a reader waits for more.
    var isWaited: Bool { state.withLock { $0.body.isWaited } }

    // MARK: The session's side

    /// Starts the session's task.
    func begin(_ task: URLSessionDataTask) {
        let watch = Task { [weak self] in
            while let check = self?.nextCheck() {
                try? await Task.sleep(until: check)
                if Task.isCancelled { return }
                self?.check(at: .now)
            }
        }
        let isStopped = state.withLock { state in
            state.task = task
            state.watch = watch
            state.timeouts.moved(at: .now)
            return state.reason != nil
        }
        task.resume()
        // A cancellation before this had no task to cancel.
        if isStopped { task.cancel() }
    }

    /// A part of the request's body was sent.
    func sentBody() {
        state.withLock { $0.timeouts.moved(at: .now) }
    }

    /// The head of the response has arrived.
    func received(_ head: HTTPResponse) {
        let waiter = state.withLock { state -> HeadWaiter? in
            guard case .expected(let waiter) = state.head else { return nil }
            state.head = .arrived(head)
            state.timeouts.moved(at: .now)
            state.timeouts.headArrived()
            return waiter
        }
        waiter?.resume(returning: .success(head))
    }

    /// A piece of the body has arrived. If the reader is too slow, the session is asked for no more, or the exchange ends.
    func received(_ piece: [UInt8]) {
        let (action, task) = state.withLock { state in
            state.timeouts.moved(at: .now)
            let action = state.body.receive(piece)
            guard state.body.mustWait() else { return (action, URLSessionDataTask?.none) }
            state.timeouts.paused()
            return (action, state.task)
        }
        run(action)
        guard let task else { return }
        if Self.canPause {
            task.suspend()
        } else {
            stop(.responseTooLarge(at: endpoint, limit: limit))
        }
    }

    /// The response is whole, although the session does not end the exchange by itself.
    func completed() {
        state.withLock { $0.isComplete = true }
    }

    /// The session has ended the exchange.
    func ended(_ error: HTTPTransportError?) {
        let (waiter, failure, action, watch) = state.withLock { state in
            state.task = nil
            let watch = state.watch
            state.watch = nil
            // Without a head there is no response.
            let failure = state.reason ?? (state.isComplete ? nil : error)
            var waiter: HeadWaiter?
            if case .expected(let waiting) = state.head {
                waiter = waiting
                state.head = .failed(failure ?? lost)
            }
            return (waiter, failure, state.body.end(failure), watch)
        }
        watch?.cancel()
        waiter?.resume(returning: .failure(failure ?? lost))
        run(action)
    }

    // MARK: The caller's side

    /// Waits for the head.
    func head() async throws(HTTPTransportError) -> HTTPResponse {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: HeadWaiter) in
                let known = state.withLock { state -> Result<HTTPResponse, HTTPTransportError>? in
                    switch state.head {
                    case .arrived(let head): return .success(head)
                    case .failed(let error): return .failure(error)
                    case .expected:
                        state.head = .expected(waiter)
                        return nil
                    }
                }
                if let known { waiter.resume(returning: known) }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Waits for the next piece of the body.
    func next() async throws(HTTPTransportError) -> [UInt8]? {
        if Task.isCancelled { cancel() }
        let chunk = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                let (action, task) = state.withLock { state in
                    let action = state.body.next(waiter)
                    if case .giveAndResumeTransfer = action { state.timeouts.resumed(at: .now) }
                    return (action, state.task)
                }
                switch action {
                case .wait: break
                case .give(let chunk): waiter.resume(returning: chunk)
                case .giveAndResumeTransfer(let chunk):
                    waiter.resume(returning: chunk)
                    if Self.canPause { task?.resume() }
                }
            }
        } onCancel: {
            cancel()
        }
        return try chunk.get()
    }

    /// Abandons the exchange, unless it has ended.
    func cancel() { stop(.cancelled(at: endpoint)) }

    /// Ends the exchange for a reason of the client, unless it has ended.
    func stop(_ reason: HTTPTransportError) {
        let task = state.withLock { state in
            if state.reason == nil { state.reason = reason }
            return state.task
        }
        task?.cancel()
    }

    private var lost: HTTPTransportError {
        HTTPTransportError(.connectionLost, "the connection to \(endpoint) was lost before the response came")
    }

    private func nextCheck() -> ContinuousClock.Instant? {
        state.withLock { $0.timeouts.nextCheck(after: .now) }
    }

    private func check(at now: ContinuousClock.Instant) {
        if let limit = state.withLock({ $0.timeouts.expired(at: now) }) {
            stop(.timedOut(limit, at: endpoint))
        }
    }

    private func run(_ action: BodyBuffer<Waiter>.ProducerAction) {
        switch action {
        case .none: break
        case .resume(let waiter, let chunk): waiter.resume(returning: chunk)
        }
    }
}
