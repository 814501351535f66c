import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
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
