import HTTPTransport
import HTTPTypes
import Synchronization

/// A transport that can be disconnected.
final class SwitchedStreams: HTTPStreamingTransport {
    private let base: any HTTPStreamingTransport
    private let state = Mutex(false)

    init(_ base: any HTTPStreamingTransport) { self.base = base }

    var isOffline: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPExchangeResponse
    {
        try check()
        return try await base.send(request, body: body)
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        try check()
        return try await base.open(request, body: body)
    }

    private func check() throws(HTTPTransportError) {
        if isOffline { throw HTTPTransportError(.unreachable, "there is no connection") }
    }
}
