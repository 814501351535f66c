import HTTPServing
import HTTPTransport
import HTTPTypes

/// Hands requests to an emulator in the same process.
struct InProcessTransport: HTTPStreamingTransport {
    let adapter: RESTAdapter

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await open(request, body: body).collected()
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        if Task.isCancelled { throw HTTPTransportError(.cancelled, "the request was cancelled") }
        return await adapter.respond(to: request, body: body).opened()
    }
}
