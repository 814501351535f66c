import HTTPTransport
import HTTPTypes

/// Hands requests to an emulator in the same process.
struct InProcessTransport: HTTPTransport {
    let front: RESTFront

    func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPExchangeResponse
    {
        if Task.isCancelled { throw HTTPTransportError(.cancelled, "the request was cancelled") }
        return front.respond(to: request, body: body)
    }
}
