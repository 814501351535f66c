import HTTPTypes
import TestSupport
import Testing

@testable import HTTPServing

/// How much is sent and taken, and when an exchange ends before its time.
@Suite("Flow control of HTTP/2")
struct HTTP2FlowControlTests {
    typealias Frame = HTTP2RawFrame

    @Test(arguments: [65_535, 70_000, 1_000_000])
    func `an end comes after all that is before it`(window: Int) async throws {
        try await HTTPService.echoing(open: { _, _ in LongExchange() }) { port in
            let size = Frame.bytes(of: UInt32(window))
            let peer = try await HTTP2Peer(port: port, settings: [0, 4] + size)
            await peer.send(Frame(.windowUpdate, Frame.bytes(of: 1_000_000)), .request("GET", "/", stream: 1))
            // The rest, if the window is too small for all.
            if window < 350_000 {
                await peer.read { $0.exchange(1).body.count == window }
                await peer.send(Frame(.windowUpdate, stream: 1, Frame.bytes(of: 400_000)))
            }
            let answer = await peer.answer(on: 1)
            #expect(answer.body.count == 350_000)
            #expect(answer.fields["etag"] == "end")
            await peer.close()
        }
    }

    @Test func `a slow reader takes no more than its window`() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        try await HTTPService.echoing(
            open: { _, _ in EndlessExchange(events: continuation) }
        ) { port in
            let peer = try await HTTP2Peer(port: port)
            await peer.send(.request("POST", "/", stream: 1))
            await peer.read { $0.exchange(1).body.count == 65_535 }
            // A ping is answered after what could be sent before it.
            await peer.send(Frame(.ping, Array(repeating: 0, count: 8)))
            await peer.read { $0.pongs == 1 }
            #expect(await peer.exchange(1).body.count == 65_535)
            await peer.send(Frame(.reset, stream: 1, [0, 0, 0, 8]))
            var takings = 0
            for await event in events {
                if event == "taken" { takings += 1 }
                if event == "freed" { break }
            }
            // The window, and what waits for it.
            #expect(takings < 12)
            #expect(await peer.exchange(1).body.count == 65_535)
            await peer.close()
        }
    }

    @Test func `an exchange learns when its deadline passes, and when its client leaves`() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        try await HTTPService.echoing(
            open: { request, _ in
                EndlessExchange(
                    events: continuation, timeLimit: request.path == "/limited" ? .milliseconds(1) : nil)
            }
        ) { port in
            let limited = try await HTTP2Peer(port: port)
            await limited.send(.request("POST", "/limited", stream: 1, ends: false))
            var iterator = events.makeAsyncIterator()
            while let event = await iterator.next(), event != "expired" {}
            await limited.close()
            while let event = await iterator.next(), event != "cancelled" {}
            while let event = await iterator.next(), event != "freed" {}
        }
    }

    @Test func `a stream that nobody reads hinders no other`() async throws {
        try await withEndlessAnswers { peer in
            await peer.send(.request("POST", "/endless", stream: 1, ends: false))
            await peer.read { $0.exchange(1).body.count == 1000 }
            await peer.send(.request("GET", "/other", stream: 3))
            #expect(await peer.answer(on: 3).text == "GET localhost/other 0")
            #expect(await peer.exchange(1).body.count == 1000)
        }
    }

    @Test func `a client that only sends is held back`() async throws {
        try await withEndlessAnswers { peer in
            await peer.read { $0.hasSettings }
            await peer.send(.request("POST", "/endless", stream: 1, ends: false))
            await peer.read { $0.exchange(1).body.count == 1000 }
            await peer.sendMessage(Array(repeating: 0, count: 1_000_000), stream: 1)
            await peer.send(Frame(.ping, Array(repeating: 0, count: 8)))
            await peer.read { $0.pongs == 1 }
            #expect(await peer.extraWindow(of: 1) == 0)
        }
    }

    /// Serves answers without end at `/endless` to a client whose streams have windows of 1,000 bytes.
    private func withEndlessAnswers(
        to test: @escaping @Sendable (HTTP2Peer) async throws -> Void
    ) async throws {
        let (_, continuation) = AsyncStream.makeStream(of: String.self)
        try await HTTPService.echoing(
            open: { request, _ in request.path == "/endless" ? EndlessExchange(events: continuation) : nil }
        ) { port in
            let peer = try await HTTP2Peer(port: port, settings: [0, 4] + Frame.bytes(of: 1000))
            try await test(peer)
            await peer.close()
        }
    }
}
