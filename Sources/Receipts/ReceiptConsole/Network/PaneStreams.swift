import HTTPTransport
import HTTPTypes

/// The way to a database through a network that can be switched off, which ends open streams.
struct PaneStreams: HTTPStreamingTransport {
    let base: any HTTPStreamingTransport
    let network: NetworkSwitch
    /// Whether a request writes.
    let isWrite: @Sendable (HTTPRequest) -> Bool

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await network.send(request, body: body, over: base, isWrite: isWrite(request))
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        let response = try await network.carry { () async throws(HTTPTransportError) in
            try await base.open(request.inBackground, body: body)
        }
        let (pieces, continuation) = AsyncStream.makeStream(of: NetworkSwitch.Piece.self)
        let relay = Task {
            do throws(HTTPTransportError) {
                for try await piece in response.body { continuation.yield(.success(piece)) }
            } catch {
                network.note(error)
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        let stream = network.add {
            continuation.yield(.failure(NetworkSwitch.offline))
            continuation.finish()
            relay.cancel()
        }
        guard let stream else {
            relay.cancel()
            throw NetworkSwitch.offline
        }
        continuation.onTermination = { [network] _ in
            network.remove(stream)
            relay.cancel()
        }
        return HTTPOpenResponse(head: response.head, body: HTTPBodyPieces(pieces))
    }
}
