import HTTPTransport
import HTTPTypes

/// The way to Cloud Firestore through a network that can be switched off.
struct PaneTransport: HTTPTransport {
    let base: any HTTPTransport
    let network: NetworkSwitch

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let response = try await network.carry { () async throws(HTTPTransportError) in
            try await base.send(request.inBackground, body: body)
        }
        if response.head.status.kind == .successful, request.path?.hasSuffix(":commit") == true {
            network.noteWrite()
        }
        return response
    }
}
