import HTTPTransport
import HTTPTypes
import Synchronization

/// The network of one pane: it can be switched off as a phone's, and tells what it sees.
final class NetworkSwitch: HTTPTransport {
    /// Whether the server can be reached, each time that this changes; with the reason, for people, when it cannot.
    let reachability: AsyncStream<(isReached: Bool, reason: String?)>

    private let base: any HTTPTransport
    private let onWrite: @Sendable () -> Void
    private let news: AsyncStream<(isReached: Bool, reason: String?)>.Continuation
    private let state = Mutex((isOff: false, isReached: true))

    /// - Parameters:
    ///   - base: Carries the requests while the network is on.
    ///   - onWrite: Called when something was written.
    init(_ base: any HTTPTransport, onWrite: @escaping @Sendable () -> Void) {
        self.base = base
        self.onWrite = onWrite
        (reachability, news) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
    }

    /// Whether nothing goes through.
    var isOff: Bool { state.withLock { $0.isOff } }

    func set(isOff: Bool) { state.withLock { $0.isOff = isOff } }

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        if isOff { throw HTTPTransportError(.unreachable, "this device is offline") }
        do throws(HTTPTransportError) {
            let response = try await base.send(request, body: body)
            note(isReached: true, nil)
            if response.head.status.kind == .successful, request.path?.hasSuffix(":commit") == true {
                onWrite()
            }
            return response
        } catch {
            if error.kind != .cancelled { note(isReached: false, error.message) }
            throw error
        }
    }

    private func note(isReached: Bool, _ reason: String?) {
        let isNews = state.withLock { state in
            defer { state.isReached = isReached }
            return state.isReached != isReached
        }
        if isNews { news.yield((isReached, reason)) }
    }
}
