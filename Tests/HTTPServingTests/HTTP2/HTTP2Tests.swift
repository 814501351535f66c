import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPServing

@Suite("HTTP/2 with prior knowledge")
struct HTTP2Tests {
    typealias Frame = HTTP2RawFrame

    private static func answer(_ text: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"]),
            body: Array(text.utf8))
    }

    /// Says what was asked.
    private static let echo: HTTPService.Answer = { request, body in
        guard let body else { return .now(answer("too large")) }
        let text = "\(request.method) \(request.authority ?? "-")\(request.path ?? "-") \(body.count)"
        switch request.path {
        case "/later": return .later { answer(text) }
        case "/pieces":
            return .stream(HTTPResponse(status: .ok)) {
                AsyncStream { pieces in
                    for number in 1...3 { pieces.yield(Array("\(number).".utf8)) }
                    pieces.finish()
                }
            }
        case _: return .now(answer(text))
        }
    }

    private static func serving(_ test: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await HTTPService.serving(echo, open: { _, _ in nil }, to: test)
    }

    @Test(arguments: [
        ("", HTTP2Preface.Verdict.undecided), ("P", .undecided),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r", .undecided),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .http2), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0", .http2),
        ("G", .http1), ("PO", .http1), ("PRI * HTTP/1.1\r\n", .http1), ("\u{16}", .http1),
    ])
    func `the first bytes decide`(bytes: String, verdict: HTTP2Preface.Verdict) {
        #expect(HTTP2Preface.verdict(on: Array(bytes.utf8)) == verdict)
    }

    @Test func `both versions are served on one port`() async throws {
        try await Self.serving { port in
            let peer = try await HTTP2Peer(port: port)
            await peer.send(
                .request("POST", "/a?b", stream: 1, ends: false), Frame(.data, stream: 1, [1, 2]),
                Frame(.data, flags: Frame.endStream, stream: 1, [3]), .request("GET", "/later", stream: 3),
                .request("GET", "/pieces", stream: 5))
            let first = await peer.answer(on: 1)
            #expect(first.fields[":status"] == "200" && first.fields["content-type"] == "text/plain")
            #expect(first.fields["content-length"] == "20")
            #expect(first.text == "POST localhost/a?b 3")
            #expect(await peer.answer(on: 3).text == "GET localhost/later 0")
            #expect(await peer.answer(on: 5).text == "1.2.3.")
            await peer.close()

            let connection = try RawConnection(port: port)
            // A method that begins like the preface, byte by byte.
            for byte in "PR" { await connection.send(String(byte)) }
            await connection.send("OPFIND /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(await connection.receiveAll().text.hasSuffix("PROPFIND localhost/x 0"))
        }
    }

    @Test func `a request may arrive byte by byte`() async throws {
        try await Self.serving { port in
            let connection = try RawConnection(port: port)
            let bytes =
                Frame.preface + Frame(.settings).bytes
                + Frame.request("POST", "/slow", stream: 1, ends: false).bytes
                + Frame(.data, flags: Frame.endStream, stream: 1, [7]).bytes
            for byte in bytes { await connection.send([byte]) }
            let answer = await connection.receive(until: "POST localhost/slow 1")
            #expect(answer.contains("POST localhost/slow 1"))
            connection.close()
        }
    }

    @Test func `a request that is too large is answered before it ends`() async throws {
        try await Self.serving { port in
            let peer = try await HTTP2Peer(port: port)
            await peer.send(
                .request("POST", "/", stream: 1, ends: false),
                Frame(.data, stream: 1, Array(repeating: 0, count: 101)))
            #expect(await peer.answer(on: 1).text == "too large")
            await peer.close()
        }
    }

    @Test func `an authority that is none is refused`() async throws {
        try await Self.serving { port in
            let peer = try await HTTP2Peer(port: port)
            let head = [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "a b")]
            await peer.send(
                Frame(.headers, flags: Frame.endStream | Frame.endHeaders, stream: 1, Frame.block(head)))
            #expect(await peer.answer(on: 1).fields[":status"] == "400")
            await peer.close()
        }
    }

    @Test func `every ping is answered`() async throws {
        try await Self.serving { port in
            let peer = try await HTTP2Peer(port: port)
            for _ in 0..<300 { await peer.send(Frame(.ping, Array(repeating: 7, count: 8))) }
            await peer.read { $0.pongs == 300 }
            #expect(await peer.pongs == 300)
            #expect(await peer.goAway == nil)
            await peer.close()
        }
    }

    /// Frames that break the protocol, and the errors of the connection that they cause.
    static let breaches: [([UInt8], UInt32?)] = [
        // A length beyond the largest that is allowed.
        ([0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1], 6),
        (Frame(.data, stream: 1, [1]).bytes, 1),
        (Frame(.data, stream: 0, [1]).bytes, 1),
        (Frame(.headers, flags: 5, stream: 2, Frame.block([(":method", "GET")])).bytes, 1),
        (Frame(.ping, [1]).bytes, 6),
        (Frame(.settings, [1]).bytes, 6),
        (Frame(.windowUpdate, [0, 0, 0, 0]).bytes, 1),
        (Frame(.windowUpdate, [0x7F, 0xFF, 0xFF, 0xFF]).bytes, 3),
        (Frame(.headers, flags: 5, stream: 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]).bytes, 9),
        (Frame(.continuation, flags: 4, stream: 1, [0]).bytes, 1),
        // A block of fields with another frame in it.
        (
            Frame(.headers, stream: 1, Frame.block([(":method", "GET")])).bytes
                + Frame(.ping, [0, 0, 0, 0, 0, 0, 0, 0]).bytes, 1
        ),
    ]

    @Test(arguments: breaches.indices)
    func `frames that break the protocol end their connection, and no other`(index: Int) async throws {
        let (bytes, code) = Self.breaches[index]
        try await Self.serving { port in
            let other = try await HTTP2Peer(port: port)
            let peer = try await HTTP2Peer(port: port)
            await peer.send(bytes)
            await peer.read { _ in false }
            #expect(await peer.isClosed)
            if let error = await peer.goAway { #expect(error == code) }
            await other.send(.request("GET", "/still", stream: 1))
            #expect(await other.answer(on: 1).text == "GET localhost/still 0")
            await other.close()
        }
    }

    @Test func `fields larger than the limit are refused`() async throws {
        try await Self.serving { port in
            let peer = try await HTTP2Peer(port: port)
            let block = Frame.block(
                [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "localhost")]
                    + (0..<20).map { ("x-\($0)", String(repeating: "x", count: 4000)) })
            let frames = stride(from: 0, to: block.count, by: 16_000).map { start in
                Frame(
                    start == 0 ? .headers : .continuation,
                    flags: (start == 0 ? Frame.endStream : 0)
                        | (start + 16_000 >= block.count ? Frame.endHeaders : 0), stream: 1,
                    Array(block[start..<min(start + 16_000, block.count)]))
            }
            await peer.send(frames.flatMap(\.bytes))
            await peer.read { $0.exchange(1).hasEnded }
            #expect(await peer.exchange(1).fields[":status"] != "200")
            await peer.close()
        }
    }

    @Test func `thousands of streams are open at once`() async throws {
        try await Self.serving { port in
            let peer = try await HTTP2Peer(port: port)
            let streams = (0..<2000).map { 2 * $0 + 1 }
            await peer.send(streams.flatMap { Frame.request("POST", "/", stream: $0, ends: false).bytes })
            await peer.send(streams.flatMap { Frame(.data, flags: Frame.endStream, stream: $0, [1]).bytes })
            await peer.read { peer in streams.allSatisfy { peer.exchange($0).hasEnded } }
            for stream in streams { #expect(await peer.exchange(stream).text == "POST localhost/ 1") }
            await peer.close()
        }
    }

    @Test func `a client that opens and resets streams without end is shut out`() async throws {
        try await Self.serving { port in
            let peer = try await HTTP2Peer(port: port)
            var stream = 1
            for _ in 0..<100 {
                var bytes: [UInt8] = []
                for _ in 0..<100 {
                    bytes += Frame.request("POST", "/", stream: stream, ends: false).bytes
                    bytes += Frame(.reset, stream: stream, [0, 0, 0, 8]).bytes
                    stream += 2
                }
                guard await peer.send(bytes) else { break }
            }
            await peer.read { _ in false }
            #expect(await peer.isClosed)
            let other = try await HTTP2Peer(port: port)
            await other.send(.request("GET", "/", stream: 1))
            #expect(await other.answer(on: 1).text == "GET localhost/ 0")
            await other.close()
        }
    }

    /// An exchange that gives as much as is taken, and says what happens to it.
    private final class EndlessExchange: HTTPStreamExchange {
        let events: AsyncStream<String>.Continuation
        let timeLimit: Duration?
        private var hasBegun = false

        init(events: AsyncStream<String>.Continuation, timeLimit: Duration? = nil) {
            self.events = events
            self.timeLimit = timeLimit
        }

        func receive(_ bytes: ArraySlice<UInt8>) { events.yield("\(bytes.count) bytes") }
        func receiveEnd() { events.yield("end") }
        func expire() { events.yield("expired") }
        func cancel() { events.yield("cancelled") }

        func take() -> HTTPStreamOutput {
            events.yield("taken")
            defer { hasBegun = true }
            return HTTPStreamOutput(
                head: hasBegun ? nil : HTTPResponse(status: .ok), body: Array(repeating: 1, count: 16_384),
                hasMore: true)
        }
    }

    /// An exchange that ends after some large pieces, each of which fills what a stream may have waiting.
    private final class LongExchange: HTTPStreamExchange {
        private var pieces = 5
        let timeLimit: Duration? = nil

        func receive(_ bytes: ArraySlice<UInt8>) {}
        func receiveEnd() {}
        func expire() {}
        func cancel() {}

        func take() -> HTTPStreamOutput {
            pieces -= 1
            if pieces < 0 { return HTTPStreamOutput(trailers: [.eTag: "end"]) }
            return HTTPStreamOutput(
                head: pieces == 4 ? HTTPResponse(status: .ok) : nil, body: Array(repeating: 1, count: 70_000),
                hasMore: true)
        }
    }

    @Test(arguments: [65_535, 70_000, 1_000_000])
    func `an end comes after all that is before it`(window: Int) async throws {
        try await HTTPService.serving(Self.echo, open: { _, _ in LongExchange() }) { port in
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
        try await HTTPService.serving(
            Self.echo,
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
                if event == "cancelled" { break }
            }
            // The window, and what waits for it.
            #expect(takings < 12)
            await peer.close()
        }
    }

    @Test func `an exchange is told that its time is over, and that its client is gone`() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        try await HTTPService.serving(
            Self.echo,
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
        }
    }
}
