import NIOCore
import NIOHTTP2

/// The limits of connections that speak HTTP/2, and how they end.
final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// A client may ping as often as it likes: gRPC libraries end their streams if a server objects. What it may send without asking for
    /// anything is bounded within a second only.
    static let configuration: NIOHTTP2Handler.ConnectionConfiguration = {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: maximumStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: maximumHeaderSize),
            HTTP2Setting(parameter: .initialWindowSize, value: streamWindow),
        ]
        configuration.targetWindowSize = 4 * streamWindow
        configuration.maximumSequentialEmptyDataFrames = 100
        configuration.maximumConnectionGlitches = 100_000
        configuration.maximumRecentlyResetStreams = 1000
        configuration.controlFrameRateLimit.maximumCount = 1000
        configuration.controlFrameRateLimit.windowLength = .seconds(1)
        return configuration
    }()

    static let streamConfiguration: NIOHTTP2Handler.StreamConfiguration = {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        configuration.targetWindowSize = streamWindow
        configuration.outboundBufferSizeHighWatermark = 64 * 1024
        configuration.outboundBufferSizeLowWatermark = 32 * 1024
        // Clients that give up many calls at once are clients; the ones that do it to harm never stop.
        configuration.streamResetFrameRateLimit.maximumCount = 1000
        configuration.streamResetFrameRateLimit.windowLength = .seconds(1)
        configuration.streamErrorRateLimit.maximumCount = 1000
        configuration.streamErrorRateLimit.windowLength = .seconds(1)
        return configuration
    }()

    private static let maximumStreams = 10_000
    /// Tokens of users are long.
    private static let maximumHeaderSize = 64 * 1024
    /// How much of a request a client may send before it is read.
    private static let streamWindow = 1024 * 1024

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Frames of the connection itself; the handler before this one has done what they ask for.
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent, ChannelEvent.inputClosed:
            // Clients try again elsewhere what has no answer yet.
            let farewell = HTTP2Frame.FramePayload.goAway(
                lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: farewell)))
                .whenComplete { _ in channel.close(promise: nil) }
        case _: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The handler before this one has told the client what was wrong: by a reset, if it concerns one stream only.
        if StreamErrors.contains(error) { return }
        context.close(promise: nil)
    }
}
