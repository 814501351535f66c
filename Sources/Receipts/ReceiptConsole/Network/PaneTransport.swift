import HTTPTransport
import HTTPTypes

/// The way to Cloud Firestore through a network that can be switched off.
struct PaneTransport: HTTPTransport {
    let base: any HTTPTransport
    let network: NetworkSwitch

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let isWrite = request.path?.hasSuffix(":commit") == true
        return try await network.send(request, body: body, over: base, isWrite: isWrite)
    }
}
