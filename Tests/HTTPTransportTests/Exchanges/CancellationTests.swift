import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
    @Test(arguments: ClientKind.allCases)
    func `a cancelled request leaves no transfer behind`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .stall] }
        let client = kind.make()
        let task = Task { await client.failure(of: .make(server.authority)) }
        await server.until { $0.requests.count == 1 }
        #expect(client.requestsUnderWay == 1)
        task.cancel()
        #expect(await task.value.kind == .cancelled)
        #expect(client.requestsUnderWay == 0)
        await server.until { $0.connectionsClosedByPeer == 1 }
    }

    @Test(arguments: ClientKind.allCases)
    func `a request of a task that is already cancelled is not sent`(by kind: ClientKind) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        let client = kind.make()
        let task = Task {
            await yieldUntil { false }
            return await client.failure(of: .make(server.authority))
        }
        task.cancel()
        #expect(await task.value.kind == .cancelled)
        #expect(server.record.connections == 0)
    }

    @Test(arguments: ClientKind.allCases)
    func `a request that waits for its turn can be cancelled`(by kind: ClientKind) async throws {
        let gate = ScriptedServer.Gate()
        let server = try ScriptedServer { _ in
            [.readRequest, .wait(for: gate), .send(ScriptedServer.response()), .stall]
        }
        let client = kind.make { $0.maximumConcurrentRequestsPerHost = 1 }
        async let first = client.send(.make(server.authority))
        await server.until { $0.requests.count == 1 }
        let waiting = Task { await client.failure(of: .make(server.authority)) }
        await yieldUntil { client.requestsUnderWay == 2 }
        waiting.cancel()
        #expect(await waiting.value.kind == .cancelled)
        gate.open()
        #expect(try await first.head.status == .ok)
        #expect(server.record.requests.count == 1)
    }

    @Test(arguments: ClientKind.allCases)
    func `cancelling one request does not disturb the others`(by kind: ClientKind) async throws {
        let gate = ScriptedServer.Gate()
        let server = try ScriptedServer { _ in
            [.readRequest, .wait(for: gate), .send(ScriptedServer.response(body: "x")), .stall]
        }
        let client = kind.make()
        let tasks = (0..<20).map { _ in Task { try await client.send(.make(server.authority)).body.count } }
        await server.until { $0.requests.count == 20 }
        for task in tasks.prefix(10) { task.cancel() }
        await server.until { $0.connectionsClosedByPeer == 0 }
        for task in tasks.prefix(10) {
            await #expect(throws: HTTPTransportError.self) { try await task.value }
        }
        gate.open()
        for task in tasks.suffix(10) { #expect(try await task.value == 1) }
        #expect(client.requestsUnderWay == 0)
    }

    @Test(arguments: ClientKind.allCases)
    func `cancelling at any moment ends well`(by kind: ClientKind) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response(body: "x"))
        let client = kind.make { $0.maximumConcurrentRequestsPerHost = 4 }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let task = Task { try await client.send(.make(server.authority)) }
                    for _ in 0..<(number % 40) { await Task.yield() }
                    task.cancel()
                    switch await task.result {
                    case .success(let response): #expect(response.body.count == 1)
                    case .failure(let error): #expect((error as? HTTPTransportError)?.kind == .cancelled)
                    }
                }
            }
        }
        #expect(client.requestsUnderWay == 0)
        #expect(try await client.send(.make(server.authority)).head.status == .ok)
    }
}
