import HTTPTransport
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import HTTPServing

@Suite("Requests that do not wait for answers", .timeLimit(.minutes(1)))
struct PipeliningTests {
    /// Counts how often more is asked of the socket.
    private final class ReadCounter: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = HTTPServerResponsePart
        let count = Atomic(0)

        func read(context: ChannelHandlerContext) {
            count.wrappingAdd(1, ordering: .relaxed)
        }
    }

    @Test func `while requests wait for an answer that takes its time, nothing more is read`() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let counter = ReadCounter()
        let answer: HTTPService.Answer = { _, _ in
            .later {
                for await _ in gate { break }
                return HTTPExchangeResponse(head: HTTPResponse(status: .ok))
            }
        }
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.addHandlers([
                counter, ExchangeHandler(limit: { _ in 10 }, answer: answer),
            ])
        }
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere"))
        func send() async throws {
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "x"])
            try await channel.writeInbound(HTTPServerRequestPart.head(head))
            try await channel.writeInbound(HTTPServerRequestPart.end(nil))
        }
        func reads() async throws -> Int {
            try await channel.testingEventLoop.executeInContext {
                channel.pipeline.read()
                return counter.count.load(ordering: .relaxed)
            }
        }
        let begin = try await reads()
        // One that is being answered keeps nobody from reading on: how else would an end be noticed?
        try await send()
        #expect(try await reads() == begin + 1)
        try await send()
        for _ in 0..<5 { #expect(try await reads() == begin + 1) }
        opening.yield()
        while counter.count.load(ordering: .relaxed) == begin + 1 { await Task.yield() }
        #expect(counter.count.load(ordering: .relaxed) == begin + 2)
        opening.finish()
        _ = try? await channel.finish()
    }
}
