import HTTPTransport
import HTTPTypes

/// The way to a database that is watched.
struct WatchedTransport: HTTPTransport {
    let base: any HTTPTransport
    let watch: StoreWatch

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await watch.noting(\.head) { () async throws(HTTPTransportError) in
            try await base.send(request, body: body)
        }
    }
}
