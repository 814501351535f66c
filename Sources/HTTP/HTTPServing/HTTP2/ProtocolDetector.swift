import NIOCore

/// Waits for the first bytes of a connection, and makes way for the handlers of the protocol that they begin.
final class ProtocolDetector: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var received: ByteBuffer?
    private let addHandlers: (HTTP2Preface.Verdict) throws -> Void

    /// - Parameter addHandlers: Adds the handlers of HTTP/1.1 or HTTP/2 behind this one.
    init(addHandlers: @escaping (HTTP2Preface.Verdict) throws -> Void) { self.addHandlers = addHandlers }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if received?.writeBuffer(&bytes) == nil { received = bytes }
        guard let first = received else { return }
        let verdict = HTTP2Preface.verdict(on: first.readableBytesView)
        if verdict == .undecided { return }
        received = nil
        do {
            try addHandlers(verdict)
        } catch {
            return context.close(promise: nil)
        }
        context.fireChannelRead(wrapInboundOut(first))
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that leaves, or a server that must end, before anything has begun.
        if event as? ChannelEvent == .inputClosed || event is ChannelShouldQuiesceEvent {
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }
}
