import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPServing

@Suite("HTTP/2 with prior knowledge")
struct HTTP2Tests {
    typealias Frame = HTTP2RawFrame

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
        try await HTTPService.echoing { port in
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
        try await HTTPService.echoing { port in
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
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            await peer.send(
                .request("POST", "/", stream: 1, ends: false),
                Frame(.data, stream: 1, Array(repeating: 0, count: 101)))
            await peer.read { $0.exchange(1).reset != nil }
            let answer = await peer.exchange(1)
            #expect(answer.isComplete && answer.text == "too large")
            // The rest is of no use, and nothing went wrong.
            #expect(answer.reset == 0)
            await peer.close()
        }
    }

    @Test func `an invalid authority is refused`() async throws {
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            let head = [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "a@b")]
            await peer.send(
                Frame(.headers, flags: Frame.endStream | Frame.endHeaders, stream: 1, Frame.block(head)))
            #expect(await peer.answer(on: 1).fields[":status"] == "400")
            await peer.close()
        }
    }

    @Test func `a field may be long`() async throws {
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            // Until they are acknowledged, its settings are not in force.
            await peer.read { $0.hasSettings }
            let token = String(repeating: "x", count: 60_000)
            await peer.send(
                Frame.headers(
                    HTTP2RawFrame.head("GET", "/") + [("authorization", token)], stream: 1, ends: true))
            #expect(await peer.answer(on: 1).text == "GET localhost/ 0")
            await peer.close()
        }
    }

    @Test func `hundreds of streams are open at once`() async throws {
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            // As clients of gRPC do, before they open any.
            await peer.read { $0.hasSettings }
            try await Self.open(200, peer)
        }
    }

    @Test func `a client need not wait for the server's settings`() async throws {
        try await HTTPService.echoing { port in try await Self.open(100, HTTP2Peer(port: port)) }
    }

    /// Opens some streams before it ends the first.
    private static func open(_ count: Int, _ peer: HTTP2Peer) async throws {
        let streams = (0..<count).map { 2 * $0 + 1 }
        await peer.send(streams.flatMap { Frame.request("POST", "/", stream: $0, ends: false).bytes })
        await peer.send(streams.flatMap { Frame(.data, flags: Frame.endStream, stream: $0, [1]).bytes })
        await peer.read { peer in streams.allSatisfy { peer.exchange($0).hasEnded } }
        for stream in streams { #expect(await peer.exchange(stream).text == "POST localhost/ 1") }
        await peer.close()
    }

    @Test func `every ping is answered`() async throws {
        try await HTTPService.echoing { port in
            let peer = try await HTTP2Peer(port: port)
            for _ in 0..<300 { await peer.send(Frame(.ping, Array(repeating: 7, count: 8))) }
            await peer.read { $0.pongs == 300 }
            #expect(await peer.pongs == 300)
            #expect(await peer.goAway == nil)
            await peer.close()
        }
    }
}
