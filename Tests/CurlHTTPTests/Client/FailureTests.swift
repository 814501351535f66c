import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
    @Test func `a port where nobody listens is named`() async throws {
        let absent = try AbsentServer()
        let error = await HTTPClient().failure(of: .make(absent.authority))
        #expect(error.kind == .unreachable)
        #expect(error.isCertainlyUnsent)
        #expect(error.message == "no server answers at \(absent.authority) (connection refused)")
        #expect((error.underlying as? CurlError)?.code == 7)
    }

    @Test func `a host that does not exist is named`() async {
        let error = await HTTPClient().failure(of: .make("no-such-host.invalid"))
        #expect(error.kind == .unreachable)
        #expect(error.message.hasPrefix("no server answers at no-such-host.invalid:80 ("))
    }

    @Test func `a bad request is refused before anything is opened`() async {
        let client = HTTPClient()
        for request in [
            HTTPRequest.make(.get, "a", scheme: "ftp"), .make("user:secret@a"), .make("a", path: "b"),
            .make(.connect, "a"),
        ] {
            let error = await client.failure(of: request)
            #expect(error.kind == .invalidRequest)
            #expect(!error.message.contains("secret"))
        }
        #expect(client.connectionsOpened == 0)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a chunk",
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Encoding: gzip\r\n\r\nlies",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "<html>not HTTP</html>",
        "HTTP/1.1 2",
        "HTTP/7.5 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "\0\u{1}\u{2}\u{3}\u{4}",
    ])
    func `a reply that is cut off or is not HTTP is a lost connection`(reply: String) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(reply)] }
        let error = await HTTPClient().failure(of: .make(.post, server.authority), body: [1])
        #expect(error.kind == .connectionLost, "\(error)")
        #expect(error.message.contains(server.authority))
        #expect(!error.message.contains("\n"))
        #expect(!error.isCertainlyUnsent)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"])
    func `a reset is a lost connection`(reply: String) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(reply), .reset] }
        let error = await HTTPClient().failure(of: .make(.post, server.authority), body: [1])
        #expect(error.kind == .connectionLost, "\(error)")
    }

    @Test func `a message never tells what was sent`() async throws {
        let server = try ScriptedServer { _ in [.readRequest] }
        let fields: HTTPFields = [.authorization: "Bearer top-secret-token"]
        let request = HTTPRequest.make(.post, server.authority, path: "/hidden-path", fields: fields)
        let error = await HTTPClient().failure(of: request, body: Array("private words".utf8))
        for text in [error.message, "\(error)", error.underlying.map { "\($0)" } ?? ""] {
            #expect(!text.contains("top-secret") && !text.contains("hidden") && !text.contains("private"))
        }
    }

    @Test func `a response may be as large as the limit and no larger`() async throws {
        let server = try ScriptedServer(
            answering: ScriptedServer.response(body: String(repeating: "x", count: 1000)))
        let client = HTTPClient.make { $0.maximumResponseBytes = 1000 }
        #expect(try await client.send(.make(server.authority)).body.count == 1000)
        let small = HTTPClient.make { $0.maximumResponseBytes = 999 }
        let error = await small.failure(of: .make(server.authority))
        #expect(error.kind == .responseTooLarge)
        #expect(error.message == "the response of \(server.authority) is larger than the limit of 999 bytes")
    }

    @Test func `an endless response ends at the limit`() async throws {
        let head = "HTTP/1.1 200 OK\r\n\r\n"
        let junk = [UInt8](repeating: 65, count: 65_536)
        let server = try ScriptedServer { _ in [.readRequest, .send(head), .forever([.send(junk)])] }
        let client = HTTPClient.make { $0.maximumResponseBytes = 1_000_000 }
        #expect(await client.failure(of: .make(server.authority)).kind == .responseTooLarge)
        await server.until { $0.connectionsClosedByPeer == 1 }
    }

    @Test func `an endless head ends too`() async throws {
        let server = try ScriptedServer { _ in
            [
                .readRequest, .send("HTTP/1.1 200 OK\r\n"),
                .forever([.send("X-More: \(String(repeating: "x", count: 9000))\r\n")]),
            ]
        }
        let error = await HTTPClient().failure(of: .make(server.authority))
        #expect(error.kind == .connectionLost, "\(error)")
    }

    @Test func `a server that never answers costs the request's time-out`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .stall] }
        let client = HTTPClient.make { $0.requestTimeout = .milliseconds(60) }
        let start = ContinuousClock.now
        let error = await client.failure(of: .make(server.authority))
        #expect(error.kind == .timedOut)
        #expect(error.message == "no complete response from \(server.authority) within 60 ms")
        #expect(ContinuousClock.now - start >= .milliseconds(60))
        await server.until { $0.connectionsClosedByPeer == 1 }
    }

    @Test func `a server that trickles is not idle, but late`() async throws {
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .forever([.send("x")])]
        }
        let client = HTTPClient.make {
            $0.requestTimeout = .milliseconds(300)
            $0.idleTimeout = .milliseconds(200)
            $0.maximumResponseBytes = .max
        }
        #expect(await client.failure(of: .make(server.authority)).message.contains("no complete response"))
    }

    @Test func `a server that falls silent costs the idle time-out`() async throws {
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .stall]
        }
        let client = HTTPClient.make { $0.idleTimeout = .milliseconds(60) }
        let error = await client.failure(of: .make(server.authority))
        #expect(error.kind == .timedOut)
        #expect(error.message == "\(server.authority) sent nothing for 60 ms")
    }

    @Test func `time that runs out in the queue leaves the request unsent`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .stall] }
        let client = HTTPClient.make {
            $0.maximumConcurrentRequestsPerHost = 1
            $0.requestTimeout = .milliseconds(60)
            $0.idleTimeout = nil
        }
        async let stream = client.failure(of: .make(server.authority, path: "/first"))
        await server.until { $0.requests.count == 1 }
        let others = await withTaskGroup(of: HTTPTransportError.self) { group in
            for _ in 0..<10 { group.addTask { await client.failure(of: .make(server.authority)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(await stream.kind == .timedOut)
        // Some may get their turn in the last moment, when the first has ended.
        #expect(others.allSatisfy { $0.kind == .unreachable || $0.kind == .timedOut })
        #expect(others.contains { $0.isCertainlyUnsent })
    }

    @Test func `a connection that is not made in time leaves the request unsent`() async throws {
        // Nobody accepts, and a queue of one is full after the first: later ones are left to wait.
        let server = try SilentListener()
        defer { withExtendedLifetime(server) {} }
        let client = HTTPClient.make { $0.connectTimeout = .milliseconds(60) }
        let error = await client.failure(of: .make(server.authority))
        #expect(error.kind == .unreachable, "\(error)")
        #expect(error.isCertainlyUnsent)
    }
}
