import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers the requests of a connection in order.
///
/// Most requests take less time than switching to another thread and back, so they are answered where they are read. Those
/// that must wait are answered by a task.
final class ExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let answer: HTTPService.Answer
    private var intake: RequestIntake
    /// Requests that arrived while there was no room for their answers.
    private var waiting: CircularBuffer<RequestIntake.Arrival> = []
    /// When the last answer will have been written.
    private var lastAnswer: EventLoopFuture<Void>?
    /// Whether a task is working on an answer.
    private var isAnswering = false
    /// Whether a read was postponed.
    private var isReadDue = false
    /// Sends a body in pieces.
    private var streaming: Task<Void, Never>?
    /// Whether the connection closes when all requests that have arrived are answered.
    private var isEnding = false
    /// Whether it is being closed.
    private var isClosing = false

    init(limit: @escaping HTTPService.SizeLimit, answer: @escaping HTTPService.Answer) {
        intake = RequestIntake(limit: limit)
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        let part = unwrapInboundIn(data)
        do throws(HTTPParserError) {
            if let arrival = try intake.take(part) {
                waiting.append(arrival)
            } else if case .head(let head) = part, head.expectsContinue, waiting.isEmpty {
                let head = HTTPResponseHead(version: .http1_1, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
            }
        } catch {
            return context.close(promise: nil)
        }
        answerWaiting(context)
    }

    /// Stops reading while requests wait, so that a client that does not wait for answers fills its own buffers and not ours.
    func read(context: ChannelHandlerContext) {
        if isAnswering, !waiting.isEmpty {
            isReadDue = true
        } else {
            context.read()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerWaiting(context)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        let isInputClosed = event as? ChannelEvent == .inputClosed
        if isInputClosed || event is ChannelShouldQuiesceEvent {
            isEnding = true
            // An incomplete request needs no answer.
            if isInputClosed { intake.forget() }
            streaming?.cancel()
            closeIfEnded(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        streaming?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A request for a WebSocket where there is none is answered as any other.
        if error is NIOWebSocketUpgradeError { return }
        // The handler before this one has already answered what is not HTTP.
        context.close(promise: nil)
    }

    private func answerWaiting(_ context: ChannelHandlerContext) {
        while context.channel.isWritable, !isAnswering, !waiting.isEmpty {
            let arrival = waiting.removeFirst()
            if !arrival.keepsAlive {
                isEnding = true
                waiting.removeAll()
            }
            if let problem = arrival.problem {
                write(.badRequest(problem), context, nil)
                break
            }
            switch answer(arrival.request, arrival.body) {
            case .now(let response, let afterwards): write(response, context, afterwards)
            case .later(let work): answer(by: work, context)
            case .stream(let head, let pieces): stream(head, pieces, context)
            }
        }
        closeIfEnded(context)
        if isReadDue, !isAnswering || waiting.isEmpty {
            isReadDue = false
            context.read()
        }
    }

    private func answer(
        by work: @escaping @Sendable () async -> HTTPExchangeResponse, _ context: ChannelHandlerContext
    ) {
        isAnswering = true
        let promise = context.eventLoop.makePromise(of: HTTPExchangeResponse.self)
        promise.completeWithTask { await work() }
        let connection = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        promise.futureResult.whenSuccess { response in
            let (handler, context) = connection.value
            handler.isAnswering = false
            // The client may have disconnected meanwhile.
            guard context.channel.isActive else { return }
            handler.write(response, context, nil)
            handler.answerWaiting(context)
        }
    }

    private func write(
        _ response: HTTPExchangeResponse, _ context: ChannelHandlerContext,
        _ afterwards: (@Sendable () -> Void)?
    ) {
        let written = context.eventLoop.makePromise(of: Void.self)
        if let afterwards { written.futureResult.whenComplete { _ in afterwards() } }
        // Set before the write: if the write makes room, it answers waiting requests.
        lastAnswer = written.futureResult
        write(response, context, written)
    }

    private func write(
        _ response: HTTPExchangeResponse, _ context: ChannelHandlerContext, _ written: EventLoopPromise<Void>
    ) {
        var head = HTTPResponseHead(response.head)
        if !head.headers.contains(name: "Content-Length") {
            head.headers.add(name: "Content-Length", value: String(response.body.count))
        }
        if isEnding { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !response.body.isEmpty { write(response.body, context, nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    private func write(
        _ bytes: [UInt8], _ context: ChannelHandlerContext, _ written: EventLoopPromise<Void>?
    ) {
        let body = context.channel.allocator.buffer(bytes: bytes)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: written)
    }

    // MARK: Bodies in pieces

    private func stream(
        _ response: HTTPResponse, _ pieces: @Sendable () -> AsyncStream<[UInt8]>,
        _ context: ChannelHandlerContext
    ) {
        isAnswering = true
        var head = HTTPResponseHead(response)
        if isEnding { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        let eventLoop = context.eventLoop
        let connection = NIOLoopBound((self, context), eventLoop: eventLoop)
        let pieces = pieces()
        streaming = Task {
            for await piece in pieces {
                let sent = eventLoop.flatSubmit {
                    let (handler, context) = connection.value
                    let written = context.eventLoop.makePromise(of: Void.self)
                    handler.write(piece, context, written)
                    context.flush()
                    return written.futureResult
                }
                do { try await sent.get() } catch { break }
            }
            eventLoop.execute {
                let (handler, context) = connection.value
                handler.endStream(context)
            }
        }
    }

    private func endStream(_ context: ChannelHandlerContext) {
        streaming = nil
        isAnswering = false
        guard context.channel.isActive else { return }
        let written = context.eventLoop.makePromise(of: Void.self)
        lastAnswer = written.futureResult
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
        // Another body without end would keep a connection that must close.
        if isEnding { waiting.removeAll() }
        answerWaiting(context)
    }

    private func closeIfEnded(_ context: ChannelHandlerContext) {
        guard isEnding, waiting.isEmpty, !isAnswering, !intake.isAmidRequest, !isClosing else { return }
        isClosing = true
        guard let lastAnswer else { return context.close(promise: nil) }
        let channel = context.channel
        lastAnswer.whenComplete { _ in channel.close(promise: nil) }
    }
}

extension HTTPResponseHead {
    fileprivate init(_ response: HTTPResponse) {
        var headers = HTTPHeaders()
        headers.reserveCapacity(response.headerFields.count + 2)
        for field in response.headerFields { headers.add(name: field.name.rawName, value: field.value) }
        let status = HTTPResponseStatus(
            statusCode: response.status.code, reasonPhrase: response.status.reasonPhrase)
        self.init(version: .http1_1, status: status, headers: headers)
    }
}

extension HTTPExchangeResponse {
    /// The answer to a request with a wrong head.
    fileprivate static func badRequest(_ problem: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(
                status: .badRequest, headerFields: [.contentType: "text/plain; charset=utf-8"]),
            body: Array("Bad request: \(problem).\n".utf8))
    }
}

extension HTTPRequestHead {
    /// Whether the client sends the body only after `100 Continue`.
    fileprivate var expectsContinue: Bool {
        headers.first(name: "Expect")?.lowercased() == "100-continue"
    }
}
