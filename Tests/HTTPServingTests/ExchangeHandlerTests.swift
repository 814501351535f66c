import HTTPTransport
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import HTTPServing

/// A connection without a socket: what arrives and what there is room for is up to the test.
@Suite("Answers on one connection")
struct ExchangeHandlerTests {
    private let channel = EmbeddedChannel()
    private let answered = Answered()

    private final class Answered: Sendable {
        let paths = Mutex<[String]>([])
    }

    init() throws {
        let answered = answered
        try channel.pipeline.syncOperations.addHandler(
            ExchangeHandler(limit: { _ in 10 }) { request, _ in
                answered.paths.withLock { $0.append(request.path ?? "") }
                return .now(HTTPExchangeResponse(head: HTTPResponse(status: .ok), body: [1]))
            })
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
    }

    private func send(_ path: String, _ headers: HTTPHeaders = [:]) throws {
        var headers = headers
        headers.add(name: "Host", value: "x")
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    private var paths: [String] { answered.paths.withLock { $0 } }

    @Test func `answers for which there is no room are not made`() throws {
        channel.isWritable = false
        for path in ["/1", "/2"] { try send(path) }
        #expect(paths == [])
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(paths == ["/1", "/2"] && channel.isActive)
    }

    @Test func `a connection is closed after the answer to a request that says so, and hears nothing more`()
        throws
    {
        try send("/1", ["Connection": "close"])
        #expect(!channel.isActive)
        try send("/2")
        #expect(paths == ["/1"])
    }

    @Test func `a server that stops waits for the answers to what has arrived`() throws {
        channel.isWritable = false
        try send("/1")
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(paths == ["/1"] && !channel.isActive)
    }

    @Test func `one that is half through when the server stops is still answered`() throws {
        let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/1", headers: ["Host": "x"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive)
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        #expect(paths == ["/1"] && !channel.isActive)
    }

    @Test func `one that is broken off is given up`() throws {
        let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/1", headers: ["Host": "x"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(paths == [] && !channel.isActive)
    }
}
