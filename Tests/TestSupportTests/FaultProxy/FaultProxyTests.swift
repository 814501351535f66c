import TestSupport
import Testing

/// What a proxy does apart from its faults.
@Suite(.timeLimit(.minutes(1)))
struct FaultProxyTests {
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `a stopped proxy has closed its port and all connections`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .stall] }
        let clock = ManualClock()
        let plan = FaultPlan([.pass, .pass, .delayRequest(.seconds(1))])
        let proxy = try await FaultProxy(port: Int(server.port), plan: plan, clock: clock)
        // One that has sent nothing, one that waits for the server, one that waits for the clock.
        let silent = try RawConnection(port: proxy.port)
        while proxy.openConnections < 1 { await Task.yield() }
        let asking = try RawConnection(port: proxy.port)
        await asking.send(Self.request)
        await server.until { $0.requests.count == 1 }
        let delayed = try RawConnection(port: proxy.port)
        await delayed.send(Self.request)
        await clock.untilAsleep(1)
        #expect(proxy.openConnections == 3)
        await proxy.stop()
        #expect(proxy.openConnections == 0)
        for connection in [silent, asking, delayed] {
            #expect(await connection.receiveAll().text.isEmpty)
            connection.close()
        }
        await server.until { $0.connectionsOver == 1 }
        #expect(server.record.connections == 1)
        #expect(proxy.record.serverFailures == 0)
        #expect(throws: SocketError.self) { try RawConnection(port: proxy.port) }
        await proxy.stop()
    }

    @Test func `a proxy that nobody has any more ends its connections`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response(body: "x"))
        var proxy: FaultProxy? = try await FaultProxy(
            port: Int(server.port), plan: FaultPlan(), clock: InstantClock())
        let connection = try RawConnection(port: try #require(proxy).port)
        await connection.send(Self.request)
        #expect(await connection.receive(until: "x").hasSuffix("x"))
        proxy = nil
        #expect(await connection.receiveAll().text.isEmpty)
        connection.close()
    }

    @Test func `no connection of many is left over`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response(body: "x"))
        let plan = FaultPlan(
            seed: 1, phases: [FaultPhase("half", length: .seconds(1), weights: [.pass: 1, .refuse: 1])])
        let proxy = try await FaultProxy(port: Int(server.port), plan: plan, clock: InstantClock())
        var connections: [RawConnection] = []
        for _ in 0..<200 {
            // A reset can come before the system has said that the connection was made.
            guard let connection = try? RawConnection(port: proxy.port) else { continue }
            await connection.send(Self.request)
            connections.append(connection)
        }
        for connection in connections.prefix(50) { connection.close() }
        // The last ones may still wait in the listener's queue.
        while proxy.record.connections < 200 { await Task.yield() }
        await proxy.stop()
        #expect(proxy.openConnections == 0)
        #expect((50...150) ~= proxy.record.faults[.refuse, default: 0])
        for connection in connections.dropFirst(50) { connection.close() }
        await server.until { $0.connectionsOver == $0.connections }
        #expect(server.record.connectionsOver == server.record.connections)
    }

    @Test func `without a server, connections are reset`() async throws {
        let absent = try AbsentServer()
        let proxy = try await FaultProxy(port: Int(absent.port), plan: FaultPlan(), clock: InstantClock())
        let connection = try RawConnection(port: proxy.port)
        await connection.send(Self.request)
        #expect(await connection.receiveAll() == ("", true))
        #expect(proxy.record.serverFailures == 1 && proxy.record.faults.isEmpty)
        connection.close()
        await proxy.stop()
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", "no HTTP\r\n\r\n"])
    func `an answer that the server has broken off is not forwarded`(answer: String) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(answer)] }
        let proxy = try await FaultProxy(port: Int(server.port), plan: FaultPlan(), clock: InstantClock())
        let connection = try RawConnection(port: proxy.port)
        await connection.send(Self.request)
        #expect(await connection.receiveAll() == ("", true))
        #expect(proxy.record.serverFailures == 1 && proxy.record.answersReceived == 0)
        connection.close()
        await proxy.stop()
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n\r\nall the rest",
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx",
    ])
    func `an answer that ends the connection does so for the client`(answer: String) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(answer)] }
        let proxy = try await FaultProxy(port: Int(server.port), plan: FaultPlan(), clock: InstantClock())
        let connection = try RawConnection(port: proxy.port)
        await connection.send(Self.request)
        #expect(await connection.receiveAll() == (answer, false))
        connection.close()
        await proxy.stop()
    }

    @Test func `chunks are forwarded as they are, and a body that is held back is asked for`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
        let server = try ScriptedServer(answering: "HTTP/1.1 100 Continue\r\n\r\n" + answer)
        let proxy = try await FaultProxy(port: Int(server.port), plan: FaultPlan(), clock: InstantClock())
        let connection = try RawConnection(port: proxy.port)
        await connection.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(await connection.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(server.record.connections == 0)
        await connection.send("hi")
        #expect(await connection.receive(until: "0\r\n\r\n") == answer)
        #expect(server.record.requests.first?.body == Array("hi".utf8))
        connection.close()
        await proxy.stop()
    }

    @Test func `a plan can be replaced, and is asked for the time since the start`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response(body: "x"))
        let clock = InstantClock()
        clock.advance(by: .seconds(1000))
        let phases = [
            FaultPhase.calm(.seconds(60)),
            FaultPhase("busy", length: .seconds(9), weights: [.unavailable: 1]),
        ]
        let proxy = try await FaultProxy(
            port: Int(server.port), plan: FaultPlan(seed: 1, phases: phases), clock: clock)
        let connection = try RawConnection(port: proxy.port)
        for (status, step) in [("200", 59), ("200", 1), ("503", 0), ("503", 9), ("200", 0)] {
            await connection.send(Self.request)
            let answer = await connection.receive(until: status == "200" ? "x" : "}\n}\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            clock.advance(by: .seconds(step))
        }
        // A new plan begins anew.
        proxy.replacePlan(FaultPlan(seed: 1, phases: phases.reversed()))
        for (status, step) in [("503", 8), ("503", 1), ("200", 0)] {
            await connection.send(Self.request)
            let answer = await connection.receive(until: status == "200" ? "x" : "}\n}\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            clock.advance(by: .seconds(step))
        }
        connection.close()
        await proxy.stop()
    }
}
