import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import HTTPServing

@Suite("WebSockets")
struct WebSocketHandlerTests {
    /// Repeats what it is told, and ends when it is told so.
    private final class Echo: WebSocketExchange {
        var outputs: [WebSocketOutput] = []
        var ends = 0
        var isGivenUp = false

        func receive(_ text: [UInt8]) -> WebSocketClosing? {
            outputs.append(.texts([text]))
            return text == Array("bad".utf8) ? WebSocketClosing(.refused, "No.") : nil
        }

        func take() -> WebSocketOutput? { outputs.isEmpty ? nil : outputs.removeFirst() }

        func end() { ends += 1 }
    }

    private let echo = Echo()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handler: WebSocketHandler(echo))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func send(_ opcode: WebSocketOpcode, _ text: String) throws {
        try channel.writeInbound(WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(string: text)))
    }

    private func sent() throws -> (WebSocketOpcode, [UInt8])? {
        try channel.readOutbound(as: WebSocketFrame.self).map {
            ($0.opcode, Array($0.data.readableBytesView))
        }
    }

    @Test func `texts go in and out`() throws {
        try send(.text, "a")
        channel.pipeline.fireUserInboundEventTriggered(WebSocketOutputEvent())
        let answer = try sent()
        #expect(answer?.0 == .text && answer?.1 == Array("a".utf8))
        #expect(try sent() == nil)
    }

    @Test func `a masked text is unmasked`() throws {
        let frame = WebSocketFrame(
            fin: true, opcode: .text, maskKey: [1, 2, 3, 4], data: ByteBuffer(bytes: [0x60, 0x60, 0x60]))
        try channel.writeInbound(frame)
        channel.pipeline.fireUserInboundEventTriggered(WebSocketOutputEvent())
        #expect(try sent()?.1 == Array("abc".utf8))
    }

    @Test func `a ping is answered`() throws {
        try send(.ping, "x")
        let answer = try sent()
        #expect(answer?.0 == .pong && answer?.1 == Array("x".utf8))
    }

    @Test(arguments: [("bad", 1008), ("binary", 1003)])
    func `a breach closes with a reason`(text: String, code: UInt16) throws {
        try send(text == "bad" ? .text : .binary, text)
        let closing = try sent()
        #expect(closing?.0 == .connectionClose)
        #expect(closing?.1.prefix(2) == [UInt8(code >> 8), UInt8(code & 255)])
        #expect(echo.ends == 1)
        try send(.text, "after")
        #expect(echo.ends == 1)
        channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.closingTime)
        #expect(!channel.isActive)
    }

    @Test func `an error of the frames closes`() throws {
        channel.pipeline.fireErrorCaught(NIOWebSocketError.invalidFrameLength)
        #expect(try sent()?.1.prefix(2) == [3, 0xEA])
        #expect(echo.ends == 1)
    }

    @Test func `a client that is silent for long is gone`() throws {
        channel.embeddedEventLoop.advanceTime(by: .seconds(100))
        try send(.text, "0")
        channel.embeddedEventLoop.advanceTime(by: .seconds(110))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive && echo.ends == 1)
    }

    @Test func `a client that does not read is given up`() throws {
        channel.isWritable = false
        try send(.text, "a")
        channel.pipeline.fireUserInboundEventTriggered(WebSocketOutputEvent())
        #expect(try sent() == nil)
        #expect(channel.isActive)
        echo.isGivenUp = true
        channel.pipeline.fireUserInboundEventTriggered(WebSocketOutputEvent())
        #expect(!channel.isActive && echo.ends == 1)
    }

    @Test func `a client that leaves ends the exchange once`() throws {
        try send(.connectionClose, "")
        #expect(try sent()?.0 == .connectionClose)
        #expect(!channel.isActive && echo.ends == 1)
    }
}
