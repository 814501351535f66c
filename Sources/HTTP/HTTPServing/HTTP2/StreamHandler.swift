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
        let isEnd = output.trailers != nil
        let hasTrailers = output.trailers?.isEmpty == false
        if let head = output.head {
            let isAll = isEnd && output.body.isEmpty && !hasTrailers
            write(.headers(.init(headers: .response(head), endStream: isAll)), context, isAll ? output : nil)
            if isAll { return finish(context) }
        }
        // An end without trailers needs a frame to be in.
        if !output.body.isEmpty || isEnd && !hasTrailers {
            let body = context.channel.allocator.buffer(bytes: output.body)
            let isLast = isEnd && !hasTrailers
            write(.data(.init(data: .byteBuffer(body), endStream: isLast)), context, isLast ? output : nil)
        }
        guard let trailers = output.trailers else { return output.head != nil || !output.body.isEmpty }
        if hasTrailers {
            write(.headers(.init(headers: .trailers(trailers), endStream: true)), context, output)
        }
        return finish(context)
    }

    private func finish(_ context: ChannelHandlerContext) -> Bool {
        timer?.cancel()
        exchange = nil
        // The rest of an incomplete request is of no use.
        if !hasReceivedAll { write(.rstStream(.noError), context, nil) }
        return true
    }

    /// - Parameter last: What ends with this frame.
    private func write(
        _ frame: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext, _ last: HTTPStreamOutput?
    ) {
        guard let afterwards = last?.afterwards else {
            return context.write(wrapOutboundOut(frame), promise: nil)
        }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in afterwards() }
        context.write(wrapOutboundOut(frame), promise: written)
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
