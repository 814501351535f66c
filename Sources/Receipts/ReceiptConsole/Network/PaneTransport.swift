import HTTPTransport
import HTTPTypes

/// The way to a database without streams, through a network that can be switched off.
struct PaneTransport: HTTPTransport {
    let base: any HTTPTransport
    let network: NetworkSwitch
    /// Whether a request writes.
    let isWrite: @Sendable (HTTPRequest) -> Bool

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await network.send(request, body: body, over: base, isWrite: isWrite(request))
    }
}
