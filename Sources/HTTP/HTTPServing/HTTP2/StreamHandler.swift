import HTTPTypes
import NIOCore
import NIOHTTP2

/// Connects a stream of HTTP/2 with its exchange: hands it what arrives, and sends what it has as fast as the client reads.
final class StreamHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundIn = Never
    typealias OutboundOut = HTTP2Frame.FramePayload

    typealias Opening = (HTTPRequest, @escaping @Sendable () -> Void) -> any HTTPStreamExchange

    private let open: Opening
    private var exchange: (any HTTPStreamExchange)?
    private var hasBegun = false
    /// Whether the request is complete.
    private var hasReceivedAll = false
    /// Whether a read was postponed.
    private var isReadDue = false
    private var timer: Scheduled<Void>?

    init(open: @escaping Opening) { self.open = open }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers):
            if !hasBegun { begin(context, headers) }
            if headers.endStream { receiveEnd() }
        case .data(let data):
            if case .byteBuffer(let buffer) = data.data, buffer.readableBytes > 0 {
                exchange?.receive(Array(buffer.readableBytesView)[...])
            }
            if data.endStream { receiveEnd() }
        case .priority, .rstStream, .settings, .pushPromise, .ping, .goAway, .windowUpdate,
            .alternativeService, .origin:
            break
        }
    }

    private func begin(_ context: ChannelHandlerContext, _ headers: HTTP2Frame.FramePayload.Headers) {
        hasBegun = true
        let request: HTTPRequest
        switch HTTPRequest.read(headers.headers) {
        case .success(let valid): request = valid
        case .failure(let problem):
            exchange = RefusedExchange(problem.text)
            return
        }
        let stream = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        exchange = open(request) {
            eventLoop.execute {
                let (handler, context) = stream.value
                handler.send(context)
            }
        }
    }

    private func receiveEnd() {
        if hasReceivedAll { return }
        hasReceivedAll = true
        exchange?.receiveEnd()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        send(context)
        // Most calls are answered by now, and need no timer.
        if timer == nil, let limit = exchange?.timeLimit { startTimer(limit, context) }
        context.fireChannelReadComplete()
    }

    /// Stops reading while the client does not read, so that one that only sends fills its own buffers and not ours.
    func read(context: ChannelHandlerContext) {
        if context.channel.isWritable { context.read() } else { isReadDue = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { sendSoon(context) }
        context.fireChannelWritabilityChanged()
    }

    /// Sends what there is when NIO has finished with the frame at hand: a frame that is written while another one is on its way
    /// overtakes that one.
    private func sendSoon(_ context: ChannelHandlerContext) {
        let stream = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let (handler, context) = stream.value
            handler.send(context)
            guard handler.isReadDue, context.channel.isWritable else { return }
            handler.isReadDue = false
            context.read()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        exchange?.cancel()
        exchange = nil
        isReadDue = false
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The stream becomes inactive after an error, such as the client's reset.
    }

    private func startTimer(_ limit: Duration, _ context: ChannelHandlerContext) {
        let stream = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: TimeAmount(limit)) {
            let (handler, context) = stream.value
            handler.exchange?.expire()
            handler.send(context)
        }
    }

    // MARK: Output

    private func send(_ context: ChannelHandlerContext) {
        var hasWritten = false
        while let exchange, context.channel.isWritable {
            let output = exchange.take()
            hasWritten = write(output, context) || hasWritten
            if output.trailers != nil || !output.hasMore { break }
        }
        if hasWritten { context.flush() }
    }

    /// Writes a part of the response.
    ///
    /// - Returns: False if there was nothing in it.
    private func write(_ output: HTTPStreamOutput, _ context: ChannelHandlerContext) -> Bool {
        let written = output.trailers == nil ? nil : end(context, output.afterwards)
        let hasTrailers = output.trailers?.isEmpty == false
        // Without trailers, the last frame of the body ends the stream, or the head if there is no body.
        let endsInBody = output.trailers != nil && !hasTrailers
        if let head = output.head {
            let isAll = endsInBody && output.body.isEmpty
            write(.headers(.init(headers: .response(head), endStream: isAll)), context, isAll ? written : nil)
            if isAll { return true }
        }
        if !output.body.isEmpty || endsInBody {
            let body = context.channel.allocator.buffer(bytes: output.body)
            write(
                .data(.init(data: .byteBuffer(body), endStream: endsInBody)), context,
                endsInBody ? written : nil)
        }
        if hasTrailers, let trailers = output.trailers {
            write(.headers(.init(headers: .trailers(trailers), endStream: true)), context, written)
        }
        return output.head != nil || !output.body.isEmpty || output.trailers != nil
    }

    private func write(
        _ frame: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext, _ written: EventLoopPromise<Void>?
    ) {
        context.write(wrapOutboundOut(frame), promise: written)
    }

    /// Ends the exchange, whose last frame is about to be written.
    ///
    /// - Returns: What to complete when that frame is written; nil if nothing depends on it.
    private func end(
        _ context: ChannelHandlerContext, _ afterwards: (@Sendable () -> Void)?
    ) -> EventLoopPromise<Void>? {
        timer?.cancel()
        exchange = nil
        if afterwards == nil, hasReceivedAll { return nil }
        let eventLoop = context.eventLoop
        let written = eventLoop.makePromise(of: Void.self)
        if let afterwards { written.futureResult.whenComplete { _ in afterwards() } }
        // A reset drops what still waits for the client, so it comes after the end.
        let stream = NIOLoopBound((self, context), eventLoop: eventLoop)
        written.futureResult.whenSuccess {
            eventLoop.execute {
                let (handler, context) = stream.value
                handler.stopRequest(context)
            }
        }
        return written
    }

    /// Tells the client that the rest of an incomplete request is of no use.
    private func stopRequest(_ context: ChannelHandlerContext) {
        if hasReceivedAll || !context.channel.isActive { return }
        context.writeAndFlush(wrapOutboundOut(.rstStream(.noError)), promise: nil)
    }
}

/// Answers a request whose head is wrong.
private final class RefusedExchange: HTTPStreamExchange {
    private let problem: String
    private var isTaken = false

    init(_ problem: String) { self.problem = problem }

    var timeLimit: Duration? { nil }
    func receive(_ bytes: ArraySlice<UInt8>) {}
    func receiveEnd() {}
    func expire() {}
    func cancel() {}

    func take() -> HTTPStreamOutput {
        if isTaken { return HTTPStreamOutput() }
        isTaken = true
        return HTTPStreamOutput(
            head: HTTPResponse(
                status: .badRequest, headerFields: [.contentType: "text/plain; charset=utf-8"]),
            body: Array("Bad request: \(problem).\n".utf8), trailers: HTTPFields())
    }
}
