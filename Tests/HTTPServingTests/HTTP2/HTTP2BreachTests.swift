import TestSupport
import Testing

@testable import HTTPServing

/// What clients do against the rules.
@Suite("Breaches of HTTP/2")
struct HTTP2BreachTests {
    typealias Frame = HTTP2RawFrame

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
        // Frames of a stream that has not begun, and of a connection that are about a stream.
        (Frame(.reset, stream: 1, [0, 0, 0, 8]).bytes, 1),
        (Frame(.windowUpdate, stream: 1, [0, 0, 0, 1]).bytes, 1),
        (Frame(.settings, stream: 1).bytes, 1),
        (Frame(.ping, stream: 1, [0, 0, 0, 0, 0, 0, 0, 0]).bytes, 1),
        (Frame(.pushPromise, flags: 4, stream: 1, [0, 0, 0, 2]).bytes, 1),
        (Frame.request("GET", "/", stream: 5).bytes + Frame.request("GET", "/", stream: 3).bytes, 1),
        // Settings out of their range.
        (Frame(.settings, [0, 2, 0, 0, 0, 2]).bytes, 1),
        (Frame(.settings, [0, 4, 0x80, 0, 0, 0]).bytes, 3),
        (Frame(.settings, [0, 5, 0, 0, 0, 1]).bytes, 1),
        // A block of fields with another frame in it.
        (
            Frame(.headers, stream: 1, Frame.block([(":method", "GET")])).bytes
                + Frame(.ping, [0, 0, 0, 0, 0, 0, 0, 0]).bytes, 1
        ),
    ]

    @Test(arguments: breaches.indices)
    func `frames that break the protocol end their connection, and no other`(index: Int) async throws {
        let (bytes, code) = Self.breaches[index]
        try await HTTPService.echoing { port in
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

    /// Heads of requests that are malformed in themselves.
    static let malformed: [[(String, String)]] = [
        [], [(":method", "GET")], [(":method", "GET"), (":scheme", "http"), (":path", "")],
        Frame.head("GET", "/") + [(":method", "GET")], Frame.head("GET", "/") + [(":status", "200")],
        Frame.head("GET", "/a b"), Frame.head("GET", "/") + [("Upper", "1")],
        Frame.head("GET", "/") + [("a", "b\r\nc: d")], Frame.head("GET", "/") + [("connection", "close")],
        Frame.head("GET", "/") + [("te", "gzip")], Frame.head("GET", "/") + [("content-length", "1")],
        Frame.head("GET", "/") + [("content-length", "one")], [("a", "b")] + Frame.head("GET", "/"),
        [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "a b")],
    ]

    @Test(arguments: malformed.indices)
    func `a malformed request ends its own stream only`(index: Int) async throws {
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            await peer.send(
                .request("POST", "/other", stream: 1, ends: false),
                Frame(
                    .headers, flags: Frame.endStream | Frame.endHeaders, stream: 3,
                    Frame.block(Self.malformed[index])),
                Frame(.data, flags: Frame.endStream, stream: 1, [1]))
            #expect(await peer.answer(on: 3).reset == 1)
            #expect(await peer.answer(on: 1).text == "POST localhost/other 1")
            #expect(await peer.goAway == nil)
            await peer.close()
        }
    }

    @Test func `fields larger than the limit are refused`() async throws {
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            let fields = (0..<20).map { ("x-\($0)", String(repeating: "x", count: 4000)) }
            await peer.send(Frame.headers(Frame.head("GET", "/") + fields, stream: 1, ends: true))
            await peer.read { $0.exchange(1).hasEnded }
            #expect(await peer.exchange(1).fields[":status"] == nil)
            #expect(await peer.isClosed)
        }
    }

    @Test func `a client that opens and resets streams without end hinders nobody else`() async throws {
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            var stream = 1
            for _ in 0..<20 {
                var bytes: [UInt8] = []
                for _ in 0..<100 {
                    bytes += Frame.request("POST", "/", stream: stream, ends: false).bytes
                    bytes += Frame(.reset, stream: stream, [0, 0, 0, 8]).bytes
                    stream += 2
                }
                guard await peer.send(bytes) else { break }
            }
            // It is shut out if it is faster than 1,000 a second, which depends on the machine.
            await peer.send(Frame(.ping, Array(repeating: 0, count: 8)))
            await peer.read { $0.pongs == 1 }
            let other = try await HTTP2Peer(port: port)
            await other.send(.request("GET", "/", stream: 1))
            #expect(await other.answer(on: 1).text == "GET localhost/ 0")
            await other.close()
            await peer.close()
        }
    }

    @Test func `a flood of pings ends its connection`() async throws {
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            let ping = Frame(.ping, Array(repeating: 0, count: 8)).bytes
            await peer.send(Array(repeating: ping, count: 5000).flatMap(\.self))
            await peer.read { $0.pongs == 5000 }
            #expect(await peer.isClosed)
        }
    }
}
