import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Connections of Hummingbird's server whose requests are answered on the thread that reads them, without a task in between: those of
/// HTTP/1.1 by an ``ExchangeHandler``, those of HTTP/2 by a ``StreamHandler`` each. Decision 15 has the numbers.
struct DirectConnections: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
    }

    let limit: HTTPService.SizeLimit
    let keeper: MemoryKeeper
    let answer: HTTPService.Answer
    /// Opens exchanges over HTTP/2; nil when only HTTP/1.1 is spoken.
    let open: StreamOpening?
    /// Opens WebSockets; nil where there are none.
    let openWebSocket: WebSocketOpening?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            if open == nil {
                try speakHTTP1(channel)
            } else {
                let detector = ProtocolDetector { verdict in
                    if verdict == .http2 { try speakHTTP2(channel) } else { try speakHTTP1(channel) }
                }
                try channel.pipeline.syncOperations.addHandler(detector)
            }
            return Value(channel: channel)
        }
    }

    private func speakHTTP1(_ channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withServerUpgrade: openWebSocket.map { WebSocketUpgrade.configuration($0) },
            withErrorHandling: true, withOutboundHeaderValidation: false)
        // Nothing is read from a client that does not read its answers.
        try pipeline.addHandler(BackPressureHandler())
        try pipeline.addHandler(
            ExchangeHandler(limit: limit) { [keeper, answer] request, body in
                keeper.note()
                return answer(request, body)
            })
    }

    private func speakHTTP2(_ channel: any Channel) throws {
        try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
        let pipeline = channel.pipeline.syncOperations
        _ = try pipeline.configureHTTP2Pipeline(
            mode: .server, connectionConfiguration: HTTP2Connection.configuration,
            streamConfiguration: HTTP2Connection.streamConfiguration
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(StreamHandler(open: exchange))
            }
        }
        try pipeline.addHandler(HTTP2Connection())
    }

    private func exchange(
        _ request: HTTPRequest, _ onOutput: @escaping @Sendable () -> Void
    ) -> any HTTPStreamExchange {
        keeper.note()
        return open?(request, onOutput)
            ?? AnswerExchange(
                request, maximumRequestSize: limit(request), answer: answer, onOutput: onOutput)
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            try? await value.channel.closeFuture.get()
        } onCancel: {
            // A request that is incomplete when the server must end.
            value.channel.close(promise: nil)
        }
        keeper.note()
    }
}
