import TestSupport
import Testing

/// Each fault as a plain socket meets it, in front of a server that writes down what reaches it.
@Suite(.timeLimit(.minutes(1)))
struct FaultsOnTheWireTests {
    private static let answer = ScriptedServer.response(fields: ["X-Field: value"], body: "0123456789")
    private static let request = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"

    private struct Setup {
        let server: ScriptedServer
        let proxy: FaultProxy

        func connection() throws -> RawConnection { try RawConnection(port: proxy.port) }
    }

    /// Puts a proxy in front of a server while the body runs.
    private func with(
        _ faults: [Fault], clock: any Clock<Duration> = InstantClock(),
        _ body: (Setup) async throws -> Void
    ) async throws {
        let server = try ScriptedServer(answering: Self.answer)
        let proxy = try await FaultProxy(port: Int(server.port), plan: FaultPlan(faults), clock: clock)
        do {
            try await body(Setup(server: server, proxy: proxy))
        } catch {
            await proxy.stop()
            throw error
        }
        await proxy.stop()
    }

    @Test func `what passes is not changed, on one connection for all requests`() async throws {
        try await with([]) { setup in
            let connection = try setup.connection()
            for _ in 0..<3 {
                await connection.send(Self.request)
                #expect(await connection.receive(until: "789") == Self.answer)
            }
            #expect(setup.proxy.record.faults == [.pass: 3])
            #expect(setup.proxy.record.connections == 1 && setup.proxy.openConnections == 1)
            #expect(setup.server.record.connections == 1)
            #expect(
                setup.server.record.requests.map(\.body) == Array(repeating: Array("hello".utf8), count: 3))
            #expect(setup.server.record.requests.first?["Host"] == ["x"])
            connection.close()
        }
    }

    @Test func `requests that come together are served one after the other`() async throws {
        try await with([.pass, .unavailable, .pass]) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request + Self.request)
            await connection.send(
                Self.request.replacing("Host: x", with: "Connection: close"))
            let (text, wasReset) = await connection.receiveAll()
            #expect(text.hasPrefix(Self.answer) && text.hasSuffix(Self.answer) && !wasReset)
            #expect(text.ranges(of: "HTTP/1.1 503 ").count == 1)
            connection.close()
        }
    }

    @Test func `a refused connection is reset at once`() async throws {
        try await with([.refuse, .pass, .refuse]) { setup in
            // The reset can come before the system has said that the connection was made.
            if let refused = try? setup.connection() {
                #expect(await refused.receiveAll() == ("", true))
                refused.close()
            }
            let kept = try setup.connection()
            await kept.send(Self.request)
            #expect(await kept.receive(until: "789") == Self.answer)
            await kept.send("P")
            #expect(await kept.receiveAll() == ("", true))
            kept.close()
            #expect(setup.proxy.record.faults == [.refuse: 2, .pass: 1])
            #expect(setup.proxy.record.trouble == 2 && setup.server.record.requests.count == 1)
        }
    }

    @Test(arguments: [1, 30, 64, 5000]) func `a request is cut, and never whole`(count: Int) async throws {
        try await with([.resetRequest(afterBytes: count)]) { setup in
            let connection = try setup.connection()
            await connection.send(String(Self.request.prefix(max(count, 1))))
            #expect(await connection.receiveAll() == ("", true))
            connection.close()
            await setup.server.until { $0.connectionsOver == 1 }
            #expect(setup.server.record.requests.isEmpty && setup.server.record.connectionsClosedByPeer == 1)
            #expect(setup.proxy.record.faults == [.resetRequest: 1])
            #expect(setup.proxy.record.requestsForwarded == 0)
        }
    }

    @Test func `a lost answer is one that the server has given`() async throws {
        try await with([.loseAnswer]) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request)
            #expect(await connection.receiveAll() == ("", true))
            connection.close()
            #expect(setup.server.record.requests.count == 1)
            #expect(setup.proxy.record.answersReceived == 1 && setup.proxy.record.faults == [.loseAnswer: 1])
        }
    }

    @Test(arguments: Fault.Cut.allCases, Fault.Ending.allCases)
    func `an answer is cut, and the connection ends as it should`(
        cut: Fault.Cut, ending: Fault.Ending
    ) async throws {
        try await with([.cutAnswer(cut, ending)]) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request)
            let (text, wasReset) = await connection.receiveAll()
            #expect(!text.isEmpty && Self.answer.hasPrefix(text) && wasReset == (ending == .reset))
            #expect(text.contains("\r\n\r\n") == (cut == .body) && text.hasSuffix("01234") == (cut == .body))
            #expect(setup.server.record.requests.count == 1)
            connection.close()
        }
    }

    @Test func `garbage takes the place of an answer`() async throws {
        try await with([.garbage]) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request)
            let (text, wasReset) = await connection.receiveAll()
            #expect(text.contains("no HTTP") && !text.contains("HTTP/1.1") && !wasReset)
            #expect(setup.server.record.requests.count == 1)
            connection.close()
        }
    }

    @Test func `the proxy refuses in the server's place, and keeps the connection`() async throws {
        try await with([.overloaded(retryAfterSeconds: 7), .unavailable]) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request)
            let overloaded = await connection.receive(until: "}\n}\n")
            #expect(overloaded.hasPrefix("HTTP/1.1 429 ") && overloaded.contains("\r\nRetry-After: 7\r\n"))
            #expect(overloaded.contains(#""status": "RESOURCE_EXHAUSTED""#))
            await connection.send(Self.request)
            let unavailable = await connection.receive(until: "}\n}\n")
            #expect(unavailable.hasPrefix("HTTP/1.1 503 ") && unavailable.contains(#""UNAVAILABLE""#))
            #expect(setup.server.record.connections == 0)
            await connection.send(Self.request)
            #expect(await connection.receive(until: "789") == Self.answer)
            connection.close()
        }
    }

    @Test func `a delayed request reaches the server when its time has come`() async throws {
        let clock = ManualClock()
        try await with([.delayRequest(.seconds(5))], clock: clock) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request)
            await clock.untilAsleep(1)
            #expect(setup.server.record.connections == 0)
            clock.advance(by: .seconds(5))
            #expect(await connection.receive(until: "789") == Self.answer)
            connection.close()
        }
    }

    @Test func `a delayed request reaches the server also when the client has left`() async throws {
        let clock = ManualClock()
        try await with([.delayRequest(.seconds(5))], clock: clock) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request)
            await clock.untilAsleep(1)
            connection.close()
            clock.advance(by: .seconds(5))
            await setup.server.until { $0.requests.count == 1 }
            #expect(setup.server.record.requests.count == 1)
        }
    }

    @Test func `a delayed answer is held back after the server has acted`() async throws {
        let clock = ManualClock()
        try await with([.delayAnswer(.seconds(5))], clock: clock) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request)
            await clock.untilAsleep(1)
            #expect(setup.server.record.requests.count == 1 && setup.proxy.record.answersReceived == 1)
            #expect(setup.proxy.record.faults.isEmpty)
            clock.advance(by: .seconds(5))
            #expect(await connection.receive(until: "789") == Self.answer)
            connection.close()
        }
    }

    @Test func `bytes pass as fast as a limit says, in both directions`() async throws {
        let clock = InstantClock()
        try await with([.throttle(bytesPerSecond: 50)], clock: clock) { setup in
            let connection = try setup.connection()
            await connection.send(Self.request)
            #expect(await connection.receive(until: "789") == Self.answer)
            let bytes = Self.request.utf8.count + Self.answer.utf8.count
            #expect(clock.now.offset == .milliseconds(bytes * 20))
            #expect(clock.sleeps.allSatisfy { $0 <= .milliseconds(100) })
            connection.close()
        }
    }
}
