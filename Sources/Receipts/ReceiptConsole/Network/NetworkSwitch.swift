import HTTPTransport
import HTTPTypes
import Synchronization

/// The network of one pane. It can be switched off like that of a phone, and reports whether the server can be reached.
final class NetworkSwitch: Sendable {
    /// A piece of a stream, or why it broke off.
    typealias Piece = Result<[UInt8], HTTPTransportError>

    private struct State {
        var isOff = false
        var isReached = true
        /// Ends each open stream when the network is switched off.
        var streams: [Int: @Sendable () -> Void] = [:]
        var lastStream = 0
        var followers: [Int: AsyncStream<(isReached: Bool, reason: String?)>.Continuation] = [:]
        var lastFollower = 0
    }

    private let onWrite: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter onWrite: Called when something was written.
    init(onWrite: @escaping @Sendable () -> Void) {
        self.onWrite = onWrite
    }

    /// Whether the network is off.
    var isOff: Bool { state.withLock { $0.isOff } }

    func set(isOff: Bool) {
        let cut = state.withLock { state in
            state.isOff = isOff
            if !isOff { return [@Sendable () -> Void]() }
            defer { state.streams = [:] }
            return Array(state.streams.values)
        }
        // The end of a stream takes the lock.
        for end in cut { end() }
    }

    /// The error of every request while the network is off.
    static let offline = HTTPTransportError(.unreachable, "this device is offline")

    /// Makes an exchange, unless the network is off.
    func carry<Answer>(
        _ exchange: () async throws(HTTPTransportError) -> Answer
    ) async throws(HTTPTransportError) -> Answer {
        if isOff { throw NetworkSwitch.offline }
        do throws(HTTPTransportError) {
            let answer = try await exchange()
            note(isReached: true, nil)
            return answer
        } catch {
            note(error)
            throw error
        }
    }

    /// Sends a request, unless the network is off.
    ///
    /// - Parameter isWrite: Whether a successful answer means that data has changed.
    func send(
        _ request: HTTPRequest, body: [UInt8], over base: any HTTPTransport, isWrite: Bool
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let response = try await carry { () async throws(HTTPTransportError) in
            try await base.send(request.inBackground, body: body)
        }
        if isWrite, response.head.status.kind == .successful { onWrite() }
        return response
    }

    /// The server went away.
    func note(_ error: HTTPTransportError) {
        if error.kind != .cancelled, !isOff { note(isReached: false, error.message) }
    }

    private func note(isReached: Bool, _ reason: String?) {
        let isNews = state.withLock { state in
            defer { state.isReached = isReached }
            return state.isReached != isReached
        }
        if !isNews { return }
        for follower in state.withLock({ Array($0.followers.values) }) { follower.yield((isReached, reason)) }
    }

    /// Reports each change in whether the server can be reached, with a reason for people if it cannot.
    func reachability() -> AsyncStream<(isReached: Bool, reason: String?)> {
        let (changes, continuation) = AsyncStream.makeStream(
            of: (isReached: Bool, reason: String?).self, bufferingPolicy: .bufferingNewest(8))
        let number = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = continuation
            return state.lastFollower
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: number) }
        }
        return changes
    }

    // MARK: Streams

    /// Adds a stream that has been opened.
    ///
    /// - Parameter end: Ends it.
    /// - Returns: Its number; nil if the network has been switched off meanwhile.
    func add(end: @escaping @Sendable () -> Void) -> Int? {
        state.withLock { state in
            if state.isOff { return nil }
            state.lastStream += 1
            state.streams[state.lastStream] = end
            return state.lastStream
        }
    }

    /// Forgets a stream that has ended.
    func remove(_ stream: Int) {
        state.withLock { _ = $0.streams.removeValue(forKey: stream) }
    }
}
