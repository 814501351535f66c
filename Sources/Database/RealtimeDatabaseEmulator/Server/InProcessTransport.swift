import HTTPServing
import HTTPTransport
import HTTPTypes

/// Hands requests to an emulator in the same process.
struct InProcessTransport: HTTPStreamingTransport {
    let adapter: RESTAdapter

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let response = try await open(request, body: body)
        var whole = HTTPExchangeResponse(head: response.head)
        for try await piece in response.body { whole.body += piece }
        return whole
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        if Task.isCancelled { throw HTTPTransportError(.cancelled, "the request was cancelled") }
        switch adapter.respond(to: request, body: body) {
        case .now(let response, _): return HTTPOpenResponse(response)
        case .later(let work): return HTTPOpenResponse(await work())
        case .stream(let head, let pieces):
            return HTTPOpenResponse(head: head, body: HTTPBodyPieces(pieces()))
        }
    }
}

extension HTTPOpenResponse {
    fileprivate init(_ response: HTTPExchangeResponse) {
        let pieces = response.body.isEmpty ? [] : [response.body]
        self.init(
            head: response.head,
            body: HTTPBodyPieces(
                AsyncStream<[UInt8]> { continuation in
                    for piece in pieces { continuation.yield(piece) }
                    continuation.finish()
                }))
    }
}
