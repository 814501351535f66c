import HTTPServing
import HTTPTransport
import HTTPTypes

/// Hands requests to an emulator in the same process.
struct InProcessTransport: HTTPStreamingTransport {
    let front: RESTFront
    let webChannel: WebChannelFront

    func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPExchangeResponse
    {
        if Task.isCancelled { throw HTTPTransportError(.cancelled, "the request was cancelled") }
        switch webChannel.reply(to: request, body: body) ?? front.reply(to: request, body: body) {
        case .now(let response, _): return response
        case let reply: return try await reply.opened().collected()
        }
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        if Task.isCancelled { throw HTTPTransportError(.cancelled, "the request was cancelled") }
        let reply = webChannel.reply(to: request, body: body) ?? front.reply(to: request, body: body)
        return await reply.opened()
    }
}
