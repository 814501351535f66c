import HTTPTransport
import HTTPTypes
import Testing

extension HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await send(request, body: [])
    }

    /// The error that a request ends with; a recorded issue if it succeeds.
    func failure(
        of request: HTTPRequest, body: [UInt8] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async -> HTTPTransportError {
        do {
            let response = try await send(request, body: body)
            Issue.record("the request succeeded with \(response.head.status)", sourceLocation: sourceLocation)
            return HTTPTransportError(.other, "none")
        } catch {
            return error
        }
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
