import HTTPTransport
import HTTPTypes
import TestSupport
import Testing
import URLSessionHTTP

@Suite(.timeLimit(.minutes(1)))
struct StreamingTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test(arguments: ClientKind.allCases)
    func `the head comes before the body`(by kind: ClientKind) async throws {
        let gate = ScriptedServer.Gate()
        let server = try ScriptedServer { _ in
            [.readRequest, .send(Self.chunked), .wait(for: gate), .send("5\r\nhello\r\n0\r\n\r\n")]
        }
        let response = try await kind.make().open(.make(server.authority))
        #expect(response.head.status == .ok)
        gate.open()
        #expect(try await response.body.collect() == Array("hello".utf8))
    }

    @Test(arguments: ClientKind.allCases)
    func `each piece comes when it arrives`(by kind: ClientKind) async throws {
        let gates = (0..<3).map { _ in ScriptedServer.Gate() }
        let server = try ScriptedServer { _ in
            [.readRequest, .send(Self.chunked)] + gates.flatMap { [.wait(for: $0), .send("1\r\nx\r\n")] }
                + [.send("0\r\n\r\n")]
        }
        let response = try await kind.make().open(.make(.post, server.authority), body: [1])
        var iterator = response.body.makeAsyncIterator()
        for gate in gates {
            gate.open()
            #expect(try await iterator.next() == Array("x".utf8))
        }
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: ClientKind.allCases)
    func `an empty body is a stream too`(by kind: ClientKind) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response("204 No Content"))
        let response = try await kind.make().open(.make(server.authority))
        #expect(response.head.status == .noContent)
        #expect(try await response.body.collect() == [])
    }

    @Test(arguments: ClientKind.allCases)
    func `a failure before the head is thrown by the request`(by kind: ClientKind) async throws {
        let absent = try AbsentServer()
        await #expect { try await kind.make().open(.make(absent.authority)) } throws: {
            ($0 as? HTTPTransportError)?.kind == .unreachable
        }
    }

    @Test(arguments: ClientKind.allCases)
    func `a body that breaks off is given as far as it came, then fails`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked + "5\r\nhello\r\n5\r\nwo")] }
        let response = try await kind.make().open(.make(server.authority))
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

    @Test(arguments: ClientKind.holdingBack)
    func `a large body that nobody reads holds the server back`(by kind: ClientKind) async throws {
        let piece = [UInt8](repeating: 65, count: 1 << 20)
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendRepeatedly(piece, times: 128)]
        }
        let client = kind.make { $0.streamBufferBytes = 100_000 }
        let response = try await client.open(.make(server.authority))
        await yieldUntil { kind.isPaused(response.body) }
        #expect(server.record.bytesSent < 64 << 20, "what the system's socket buffers hold, and not the rest")
        var count = 0
        for try await piece in response.body { count += piece.count }
        #expect(count == 128 << 20)
    }

    @Test(.enabled(if: !URLSessionClient.holdsBack))
    func `what cannot be held back ends when it is too far ahead of its reader`() async throws {
        let piece = [UInt8](repeating: 65, count: 1 << 16)
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendRepeatedly(piece, times: 200), .stall]
        }
        let client = ClientKind.urlSession.make { $0.maximumResponseBytes = 1_000_000 }
        let response = try await client.open(.make(server.authority))
        await server.until { $0.connectionsClosedByPeer == 1 }
        await #expect { try await response.body.collect() } throws: {
            ($0 as? HTTPTransportError)?.kind == .responseTooLarge
        }
    }

    @Test func `a reader that keeps up sees more than could wait for it`() async throws {
        let piece = [UInt8](repeating: 65, count: 500_000)
        let gates = (0..<4).map { _ in ScriptedServer.Gate() }
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n")]
                + gates.flatMap { [.send(piece), .wait(for: $0)] }
        }
        let client = ClientKind.urlSession.make { $0.maximumResponseBytes = 1_000_000 }
        let response = try await client.open(.make(server.authority))
        var count = 0
        for try await bytes in response.body {
            count += bytes.count
            if count % piece.count == 0 { gates[count / piece.count - 1].open() }
        }
        #expect(count == 4 * piece.count)
    }

    @Test(arguments: ClientKind.holdingBack)
    func `holding the server back is not its silence`(by kind: ClientKind) async throws {
        let body = [UInt8](repeating: 65, count: 4 << 20)
        let server = try ScriptedServer { _ in [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .send(body)] }
        let client = kind.make {
            $0.streamBufferBytes = 1
            $0.idleTimeout = .milliseconds(150)
        }
        let response = try await client.open(.make(server.authority))
        await yieldUntil { kind.isPaused(response.body) }
        // Time-outs are real time here: only waiting lets one pass, or shows that it does not.
        try await Task.sleep(for: .milliseconds(250))
        #expect(try await response.body.collect() == body)
    }

    @Test(arguments: ClientKind.allCases)
    func `a compressed stream is decoded and held back as well`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"), .send(WireTests.gzip)]
        }
        let client = kind.make { $0.streamBufferBytes = 1 }
        let body = try await client.open(.make(server.authority)).body.collect()
        #expect(body == Array(String(repeating: "receipts ", count: 20).utf8))
    }

    @Test(arguments: ClientKind.allCases)
    func `a small buffer loses nothing`(by kind: ClientKind) async throws {
        let pieces = (0..<2000).map { "1\r\n\($0 % 10)\r\n" }.joined()
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked + pieces + "0\r\n\r\n")] }
        let client = kind.make { $0.streamBufferBytes = 1 }
        let body = try await client.open(.make(server.authority)).body.collect()
        #expect(body == (0..<2000).map { UInt8(ascii: "0") + UInt8($0 % 10) })
    }

    @Test(arguments: ClientKind.allCases)
    func `a body that is let go of ends its transfer`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked + "1\r\nx\r\n"), .stall] }
        let client = kind.make()
        var response: HTTPOpenResponse? = try await client.open(.make(server.authority))
        #expect(response?.head.status == .ok)
        #expect(client.requestsUnderWay == 1)
        response = nil
        await server.until { $0.connectionsClosedByPeer == 1 }
        await yieldUntil { client.requestsUnderWay == 0 }
    }

    @Test(arguments: ClientKind.allCases)
    func `a loop that is left early ends the transfer`(by kind: ClientKind) async throws {
        let junk = [UInt8](repeating: 65, count: 65_536)
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendRepeatedly(junk, times: 200), .stall]
        }
        let client = kind.make()
        let response = try await client.open(.make(server.authority))
        for try await _ in response.body { break }
        await server.until { $0.connectionsClosedByPeer == 1 }
        await yieldUntil { client.requestsUnderWay == 0 }
        _ = response
    }

    @Test(arguments: ClientKind.allCases)
    func `an iterator alone keeps the body coming`(by kind: ClientKind) async throws {
        let gate = ScriptedServer.Gate()
        let server = try ScriptedServer { _ in
            [.readRequest, .send(Self.chunked), .wait(for: gate), .send("5\r\nhello\r\n0\r\n\r\n")]
        }
        var iterator = try await kind.make().open(.make(server.authority)).body.makeAsyncIterator()
        gate.open()
        #expect(try await iterator.next() == Array("hello".utf8))
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: ClientKind.allCases)
    func `cancelling the reader ends the transfer`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked), .stall] }
        let client = kind.make()
        let response = try await client.open(.make(server.authority))
        let reader = Task { try await response.body.collect() }
        await yieldUntil { kind.isWaited(response.body) }
        reader.cancel()
        await #expect { try await reader.value } throws: { ($0 as? HTTPTransportError)?.kind == .cancelled }
        #expect(client.requestsUnderWay == 0)
        await server.until { $0.connectionsClosedByPeer == 1 }
    }

    @Test(arguments: ClientKind.allCases)
    func `cancelling before the head ends the transfer`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .stall] }
        let client = kind.make()
        let task = Task { try await client.open(.make(server.authority)).head }
        await server.until { $0.requests.count == 1 }
        task.cancel()
        await #expect { try await task.value } throws: { ($0 as? HTTPTransportError)?.kind == .cancelled }
        await server.until { $0.connectionsClosedByPeer == 1 }
    }

    @Test(arguments: ClientKind.allCases)
    func `a stream outlives the request's time-out`(by kind: ClientKind) async throws {
        let gate = ScriptedServer.Gate()
        let server = try ScriptedServer { _ in
            [.readRequest, .send(Self.chunked), .wait(for: gate), .send("1\r\nx\r\n0\r\n\r\n")]
        }
        let client = kind.make { $0.requestTimeout = .milliseconds(50) }
        let response = try await client.open(.make(server.authority))
        // Time-outs are real time here: only waiting lets one pass, or shows that it does not.
        try await Task.sleep(for: .milliseconds(120))
        gate.open()
        #expect(try await response.body.collect() == Array("x".utf8))
    }

    @Test(arguments: ClientKind.allCases)
    func `a stream that falls silent ends with the idle time-out`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked + "1\r\nx\r\n"), .stall] }
        let client = kind.make { $0.idleTimeout = .milliseconds(50) }
        // On a busy machine, the head is late as well.
        await #expect { try await client.open(.make(server.authority)).body.collect() } throws: {
            ($0 as? HTTPTransportError)?.kind == .timedOut
        }
    }

    @Test(arguments: ClientKind.allCases)
    func `shutting the client down ends its streams`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked), .stall] }
        let client = kind.make()
        let response = try await client.open(.make(server.authority))
        await client.shutdown()
        await #expect { try await response.body.collect() } throws: {
            ($0 as? HTTPTransportError)?.kind == .cancelled
        }
    }
}
