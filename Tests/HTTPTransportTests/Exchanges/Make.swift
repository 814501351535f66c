import HTTPTransport
import HTTPTypes

extension HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await send(request, body: [])
    }
}

extension HTTPStreamingTransport {
    func open(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPOpenResponse {
        try await open(request, body: [])
    }
}

extension AsyncSequence where Element == [UInt8], Failure == HTTPTransportError {
    /// Reads the body to its end.
    func collect() async throws(HTTPTransportError) -> [UInt8] { try await collected(limit: .max) }
}
