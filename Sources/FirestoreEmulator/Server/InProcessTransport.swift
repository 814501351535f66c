import HTTPTransport
import HTTPTypes

/// Hands requests to an emulator in the same process.
struct InProcessTransport: HTTPTransport {
    let adapter: RESTAdapter

    func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPExchangeResponse
    {
        if Task.isCancelled { throw HTTPTransportError(.cancelled, "the request was cancelled") }
        return adapter.respond(to: request, body: body)
    }
}
