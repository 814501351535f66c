import NIOCore
import NIOWebSocket

/// Passes the texts of a connection to its exchange, and sends what that puts out, as fast as the client reads.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// How long a client may be silent. Firebase's SDKs show every 45 seconds that they are alive.
    static let longestSilence = TimeAmount.minutes(2)
    /// How long a client may take to confirm that the connection closes.
    static let closingTime = TimeAmount.seconds(5)

    private let exchange: any WebSocketExchange
    private var lastSign = NIODeadline.now()
    private var watch: RepeatedTask?
    /// A write can make room at once; what comes next must not come between the frames of a message.
    private var isSending = false
    private var isClosing = false
    private var hasEnded = false

    init(_ exchange: any WebSocketExchange) { self.exchange = exchange }

    func handlerAdded(context: ChannelHandlerContext) {
        lastSign = context.eventLoop.now
        let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        watch = context.eventLoop.scheduleRepeatedTask(
            initialDelay: Self.longestSilence, delay: .seconds(30)
        ) { _ in
            let (handler, context) = connection.value
            if context.eventLoop.now - handler.lastSign >= Self.longestSilence { context.close(promise: nil) }
        }
        send(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastSign = context.eventLoop.now
        var frame = unwrapInboundIn(data)
        if let key = frame.maskKey { frame.data.webSocketUnmask(key) }
        switch frame.opcode {
        case .text:
            guard !isClosing else { return }
            if let closing = exchange.receive(Array(frame.data.readableBytesView)) { close(context, closing) }
        case .ping:
            guard !isClosing else { return }
            write(WebSocketFrame(fin: true, opcode: .pong, data: frame.data), context)
            context.flush()
        case .connectionClose:
            if isClosing { return context.close(promise: nil) }
            close(context, WebSocketClosing(.finished, ""))
            context.close(promise: nil)
        case .binary: close(context, WebSocketClosing(.notText, "Only text is understood."))
        case _: break
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        send(context)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is WebSocketOutputEvent {
            return send(context)
        } else if event as? ChannelEvent == .inputClosed {
            context.close(promise: nil)
        } else if event is ChannelShouldQuiesceEvent {
            close(context, WebSocketClosing(.serverStops, "The server stops."))
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        close(
            context,
            WebSocketClosing(.notUnderstood, "The frames are not those of a WebSocket, or too large."))
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        watch?.cancel()
        watch = nil
        guard !hasEnded else { return }
        hasEnded = true
        exchange.end()
    }

    private func send(_ context: ChannelHandlerContext) {
        if isSending { return }
        // Who does not read is not told that, either.
        if !context.channel.isWritable, !hasEnded, exchange.isGivenUp { return context.close(promise: nil) }
        isSending = true
        defer { isSending = false }
        var hasWritten = false
        while !isClosing, !hasEnded, context.channel.isWritable, let output = exchange.take() {
            switch output {
            case .texts(let texts):
                for text in texts {
                    let data = context.channel.allocator.buffer(bytes: text)
                    write(WebSocketFrame(fin: true, opcode: .text, data: data), context)
                }
                hasWritten = true
            case .closing(let closing): close(context, closing)
            }
        }
        if hasWritten { context.flush() }
    }

    private func write(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(frame), promise: nil)
    }

    /// Says that the connection closes, and closes it when the client confirms that, or does not.
    private func close(_ context: ChannelHandlerContext, _ closing: WebSocketClosing) {
        guard !isClosing else { return }
        isClosing = true
        var data = context.channel.allocator.buffer(capacity: 2 + closing.reason.utf8.count)
        data.writeInteger(closing.code.rawValue)
        data.writeString(closing.reason)
        write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), context)
        context.flush()
        end()
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.closingTime) { channel.close(promise: nil) }
    }
}
