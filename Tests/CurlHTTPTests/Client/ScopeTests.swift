import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ScopeTests {
    private struct Failure: Error {}

    @Test func `what was made in a scope has ended when the scope returns`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response(body: "x"))
        let clients = try await withHTTPClients {
            let first = HTTPClient()
            async let second = HTTPClient()
            let clients = await [first, second, HTTPClient()]
            for client in clients.prefix(2) { _ = try await client.send(.make(server.authority)) }
            return clients
        }
        await server.until { $0.connectionsOver == 2 }
        for client in clients {
            #expect(await client.failure(of: .make(server.authority)).kind == .cancelled)
        }
    }

    @Test func `a scope that throws ends its clients too`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .stall] }
        let client = HTTPClient()
        await #expect(throws: Failure.self) {
            try await withHTTPClients {
                let inner = HTTPClient()
                Task { try await inner.send(.make(server.authority)) }
                await server.until { $0.requests.count == 1 }
                throw Failure()
            }
        }
        await server.until { $0.connectionsOver == 1 }
        // One from outside goes on.
        Task { try await client.send(.make(server.authority)) }
        await server.until { $0.requests.count == 2 }
        await client.shutdown()
    }

    @Test func `a client without a request ends at once`() async throws {
        let client = HTTPClient()
        await client.shutdown()
        let server = try ScriptedServer(answering: ScriptedServer.response())
        #expect(await client.failure(of: .make(server.authority)).kind == .cancelled)
        #expect(server.record.connections == 0)
    }
}
