import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConnectionTests {
    @Test func `nothing follows a request that closes its connection`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response(body: "x"))
        let client = HTTPClient()
        _ = try await client.send(.make(server.authority))
        var last = HTTPRequest.make(server.authority)
        last.headerFields[.connection] = "close"
        _ = try await client.send(last)
        #expect(server.record.connections == 1)
        _ = try await client.send(.make(server.authority))
        #expect(server.record.connections == 2)
        #expect(server.record.requests.count == 3)
    }

    /// The race that no client can exclude: the server closes a kept connection just when a request is under way.
    private func serverThatDropsTheSecondRequest() throws -> ScriptedServer {
        try ScriptedServer { connection in
            connection == 0
                ? [.readRequest, .send(ScriptedServer.response()), .readRequest]
                : [.forever([.readRequest, .send(ScriptedServer.response(body: "again"))])]
        }
    }

    @Test func `an idempotent request on a dead connection is written again`() async throws {
        let server = try serverThatDropsTheSecondRequest()
        let client = HTTPClient()
        _ = try await client.send(.make(server.authority))
        let body = [UInt8](repeating: 7, count: 100_000)
        let response = try await client.send(.make(.put, server.authority), body: body)
        #expect(response.body == Array("again".utf8))
        #expect(server.record.requests.map(\.body) == [[], body, body])
    }

    @Test(arguments: [0, 10, 100_000])
    func `a commit on a dead connection is not written a second time`(size: Int) async throws {
        let server = try serverThatDropsTheSecondRequest()
        let client = HTTPClient()
        _ = try await client.send(.make(server.authority))
        let error = await client.failure(
            of: .make(.post, server.authority), body: [UInt8](repeating: 7, count: size))
        #expect(error.kind == .connectionLost)
        #expect(error.message == "the connection to \(server.authority) was lost before the response came")
        #expect(server.record.requests.count == 2)
        // The client itself is as good as new.
        _ = try await client.send(.make(.post, server.authority), body: [1])
    }

    @Test func `a client that nobody refers to ends its thread and its connections`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        var client: HTTPClient? = HTTPClient()
        let untilEnded = try #require(client?.untilEnded)
        _ = try await client?.send(.make(server.authority))
        client = nil
        await untilEnded()
        await server.until { $0.connectionsClosedByPeer == 1 }
    }
}
