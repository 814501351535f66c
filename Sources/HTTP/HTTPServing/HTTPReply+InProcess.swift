package import HTTPTransport

extension HTTPReply {
    /// The response that a client in the same process gets.
    package func opened() async -> HTTPOpenResponse {
        switch self {
        case .now(let response, _): HTTPOpenResponse(response)
        case .later(let work): HTTPOpenResponse(await work())
        case .stream(let head, let pieces): HTTPOpenResponse(head: head, body: HTTPBodyPieces(pieces()))
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

    /// The whole response, when its body has ended.
    package func collected() async throws(HTTPTransportError) -> HTTPExchangeResponse {
        var whole = HTTPExchangeResponse(head: head)
        for try await piece in body { whole.body += piece }
        return whole
    }
}
