public import HTTPTransport
public import HTTPTypes
import Synchronization

/// A connection that a test takes down and puts up again.
public final class SwitchedTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let state: Mutex<(isDown: Bool, requests: Int)>

    /// Puts a switch in front of a transport.
    public init(_ base: any HTTPTransport, isDown: Bool = false) {
        self.base = base
        state = Mutex((isDown, 0))
    }

    /// True while no server answers.
    public var isDown: Bool {
        get { state.withLock(\.isDown) }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// How many requests were made, also in vain.
    public var requests: Int { state.withLock(\.requests) }

    /// Exchanges a request, or fails as when nobody listens.
    public func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let isDown = state.withLock { state in
            state.requests += 1
            return state.isDown
        }
        if isDown { throw HTTPTransportError(.unreachable, "no server answers") }
        return try await base.send(request, body: body)
    }
}
