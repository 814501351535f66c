import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamingTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test func `the head comes before the body`() async throws {
        let gate = ScriptedServer.Gate()
        let server = try ScriptedServer { _ in
            [.readRequest, .send(Self.chunked), .wait(for: gate), .send("5\r\nhello\r\n0\r\n\r\n")]
        }
        let response = try await HTTPClient().stream(.make(server.authority))
        #expect(response.head.status == .ok)
        gate.open()
        #expect(try await response.body.collect() == Array("hello".utf8))
    }

    @Test func `each piece comes when it arrives`() async throws {
        let gates = (0..<3).map { _ in ScriptedServer.Gate() }
        let server = try ScriptedServer { _ in
            [.readRequest, .send(Self.chunked)] + gates.flatMap { [.wait(for: $0), .send("1\r\nx\r\n")] }
                + [.send("0\r\n\r\n")]
        }
        let response = try await HTTPClient().stream(.make(.post, server.authority), body: [1])
        var iterator = response.body.makeAsyncIterator()
        for gate in gates {
            gate.open()
            #expect(try await iterator.next() == Array("x".utf8))
        }
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test func `an empty body is a stream too`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response("204 No Content"))
        let response = try await HTTPClient().stream(.make(server.authority))
        #expect(response.head.status == .noContent)
        #expect(try await response.body.collect() == [])
    }

    @Test func `a failure before the head is thrown by the request`() async throws {
        let absent = try AbsentServer()
        await #expect { try await HTTPClient().stream(.make(absent.authority)) } throws: {
            ($0 as? HTTPTransportError)?.kind == .unreachable
        }
    }

    @Test func `a body that breaks off is given as far as it came, then fails`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked + "5\r\nhello\r\n5\r\nwo")] }
        let response = try await HTTPClient().stream(.make(server.authority))
        var text = ""
        var failure: HTTPTransportError?
        do throws(HTTPTransportError) {
            for try await piece in response.body { text += String(decoding: piece, as: UTF8.self) }
        } catch {
            failure = error
        }
        #expect(text == "hellowo")
        #expect(failure?.kind == .connectionLost)
    }

    @Test func `a large body that nobody reads holds the server back`() async throws {
        let piece = [UInt8](repeating: 65, count: 1 << 20)
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendRepeatedly(piece, times: 128)]
        }
        let client = HTTPClient.make { $0.streamBufferBytes = 100_000 }
        let response = try await client.stream(.make(server.authority))
        await yieldUntil { response.body.isPaused }
        #expect(server.record.bytesSent < 64 << 20, "what the system's socket buffers hold, and not the rest")
        var count = 0
        for try await piece in response.body {
            count += piece.count
            #expect(piece.count <= 100_000 + 16_384)
        }
        #expect(count == 128 << 20)
        #expect(response.body.highestBufferedCount <= 100_000 + 16_384)
    }

    @Test func `holding the server back is not its silence`() async throws {
        let body = [UInt8](repeating: 65, count: 4 << 20)
        let server = try ScriptedServer { _ in [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .send(body)] }
        let client = HTTPClient.make {
            $0.streamBufferBytes = 1
            $0.idleTimeout = .milliseconds(150)
        }
        let response = try await client.stream(.make(server.authority))
        await yieldUntil { response.body.isPaused }
        // Time-outs are real time here: only waiting lets one pass, or shows that it does not.
        try await Task.sleep(for: .milliseconds(250))
        #expect(try await response.body.collect() == body)
    }

    @Test func `a compressed stream is decoded and held back as well`() async throws {
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"), .send(WireTests.gzip)]
        }
        let client = HTTPClient.make { $0.streamBufferBytes = 1 }
        let body = try await client.stream(.make(server.authority)).body.collect()
        #expect(body == Array(String(repeating: "receipts ", count: 20).utf8))
    }

    @Test func `a small buffer loses nothing`() async throws {
        let pieces = (0..<2000).map { "1\r\n\($0 % 10)\r\n" }.joined()
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked + pieces + "0\r\n\r\n")] }
        let client = HTTPClient.make { $0.streamBufferBytes = 1 }
        let body = try await client.stream(.make(server.authority)).body.collect()
        #expect(body == (0..<2000).map { UInt8(ascii: "0") + UInt8($0 % 10) })
    }

    @Test func `a body that is let go of ends its transfer`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked + "1\r\nx\r\n"), .stall] }
        let client = HTTPClient()
        var response: HTTPStreamedResponse? = try await client.stream(.make(server.authority))
        #expect(response?.head.status == .ok)
        #expect(client.transfersUnderWay == 1)
        response = nil
        await server.until { $0.connectionsClosedByPeer == 1 }
        #expect(client.transfersUnderWay == 0)
    }

    @Test func `a loop that is left early ends the transfer`() async throws {
        let junk = [UInt8](repeating: 65, count: 65_536)
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .forever([.send(junk)])]
        }
        let client = HTTPClient()
        let response = try await client.stream(.make(server.authority))
        for try await _ in response.body { break }
        await server.until { $0.connectionsClosedByPeer == 1 }
        #expect(client.transfersUnderWay == 0)
        _ = response
    }

    @Test func `an iterator alone keeps the body coming`() async throws {
        let gate = ScriptedServer.Gate()
        let server = try ScriptedServer { _ in
            [.readRequest, .send(Self.chunked), .wait(for: gate), .send("5\r\nhello\r\n0\r\n\r\n")]
        }
        var iterator = try await HTTPClient().stream(.make(server.authority)).body.makeAsyncIterator()
        gate.open()
        #expect(try await iterator.next() == Array("hello".utf8))
        #expect(try await iterator.next() == nil)
    }

    @Test func `cancelling the reader ends the transfer`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked), .stall] }
        let client = HTTPClient()
        let response = try await client.stream(.make(server.authority))
        let reader = Task { try await response.body.collect() }
        await yieldUntil { response.body.isWaited }
        reader.cancel()
        await #expect { try await reader.value } throws: { ($0 as? HTTPTransportError)?.kind == .cancelled }
        #expect(client.transfersUnderWay == 0)
        await server.until { $0.connectionsClosedByPeer == 1 }
    }

    @Test func `cancelling before the head ends the transfer`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .stall] }
        let client = HTTPClient()
        let task = Task { try await client.stream(.make(server.authority)).head }
        await server.until { $0.requests.count == 1 }
        task.cancel()
        await #expect { try await task.value } throws: { ($0 as? HTTPTransportError)?.kind == .cancelled }
        await server.until { $0.connectionsClosedByPeer == 1 }
    }

    @Test func `a second reader at the same time is told so`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked), .stall] }
        let response = try await HTTPClient().stream(.make(server.authority))
        let reader = Task { try await response.body.collect() }
        await yieldUntil { response.body.isWaited }
        var second = response.body.makeAsyncIterator()
        await #expect { try await second.next() } throws: { ($0 as? HTTPTransportError)?.kind == .other }
        reader.cancel()
        _ = await reader.result
    }

    @Test func `a stream outlives the request's time-out`() async throws {
        let gate = ScriptedServer.Gate()
        let server = try ScriptedServer { _ in
            [.readRequest, .send(Self.chunked), .wait(for: gate), .send("1\r\nx\r\n0\r\n\r\n")]
        }
        let client = HTTPClient.make { $0.requestTimeout = .milliseconds(50) }
        let response = try await client.stream(.make(server.authority))
        // Time-outs are real time here: only waiting lets one pass, or shows that it does not.
        try await Task.sleep(for: .milliseconds(120))
        gate.open()
        #expect(try await response.body.collect() == Array("x".utf8))
    }

    @Test func `a stream that falls silent ends with the idle time-out`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked + "1\r\nx\r\n"), .stall] }
        let client = HTTPClient.make { $0.idleTimeout = .milliseconds(50) }
        let response = try await client.stream(.make(server.authority))
        await #expect { try await response.body.collect() } throws: {
            ($0 as? HTTPTransportError)?.kind == .timedOut
        }
    }

    @Test func `shutting the client down ends its streams`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked), .stall] }
        let client = HTTPClient()
        let response = try await client.stream(.make(server.authority))
        await client.shutdown()
        await #expect { try await response.body.collect() } throws: {
            ($0 as? HTTPTransportError)?.kind == .cancelled
        }
    }
}
