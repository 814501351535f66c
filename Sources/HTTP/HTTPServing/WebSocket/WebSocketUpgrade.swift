import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Makes a connection a WebSocket, if its first request asks for that.
enum WebSocketUpgrade {
    /// The maximum size of a frame, and of a text in several frames, in bytes. Firebase's SDKs send up to 16 KB.
    static let maximumSize = 1024 * 1024
    /// The maximum number of frames in which one text arrives.
    static let maximumFragments = 1024

    /// - Parameter open: Decides about requests.
    static func configuration(_ open: @escaping WebSocketOpening) -> NIOHTTPServerUpgradeConfiguration {
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: maximumSize,
            shouldUpgrade: { channel, head in
                channel.eventLoop.makeSucceededFuture(beginning(head, open) == nil ? nil : HTTPHeaders())
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    guard let begin = beginning(head, open) else { throw ChannelError.inputClosed }
                    return try speak(channel, begin)
                }.flatMap { $0 }
            })
        return ([upgrader], { _ in })
    }

    private static func beginning(_ head: HTTPRequestHead, _ open: WebSocketOpening) -> WebSocketBeginning? {
        guard head.method == .GET, let request = try? RequestIntake.request(head), request.problem == nil
        else {
            return nil
        }
        return open(request.request)
    }

    /// Replaces the handlers of HTTP.
    private static func speak(
        _ channel: any Channel, _ begin: WebSocketBeginning
    ) throws -> EventLoopFuture<Void> {
        let pipeline = channel.pipeline.syncOperations
        let exchange = begin {
            // Never at once: the caller may hold a lock.
            channel.eventLoop.execute {
                channel.pipeline.fireUserInboundEventTriggered(WebSocketOutputEvent())
            }
        }
        try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: maximumFragments,
                maxAccumulatedFrameSize: maximumSize))
        try pipeline.addHandler(WebSocketHandler(exchange))
        return pipeline.removeHandler(try pipeline.handler(type: ExchangeHandler.self))
    }
}

/// There is output to take.
struct WebSocketOutputEvent: Sendable {}
