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
            try await base.send(request.markedIfOwn, body: body)
        }
    }
}

extension HTTPRequest {
    /// The request marked as background polling if the console makes it with its own credentials at an emulator. Emulators honour the
    /// mark only for reads.
    var markedIfOwn: HTTPRequest { headerFields[.authorization] == "Bearer owner" ? inBackground : self }
}
