import CurlHTTP
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What becomes of clients when their process exits. Each test runs in a process of its own.
@Suite(.timeLimit(.minutes(1)))
struct ExitTests {
    /// Handlers run in reverse order: one that is registered before the first client runs when curl and TLS are done with.
    @Test func `a process that exits during a request first ends the client`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let server = try ScriptedServer { _ in [.readRequest, .stall] }
            Witness.server.withLock { $0 = server }
            atexit { Witness.exitWhenConnectionIsOver(code: 7) }
            let client = HTTPClient()
            Task { try await client.send(.make(server.authority)) }
            await server.until { $0.requests.count == 1 }
            exit(1)
        }
    }

    @Test func `a process that exits beside a client whose request failed ends as it says`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let client = HTTPClient()
            let server = try AbsentServer()
            _ = try? await client.send(.make(.get, server.authority, scheme: "https"))
            exit(7)
        }
    }

    @Test func `a client that is let go of while the process exits does no harm`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let server = try ScriptedServer(answering: ScriptedServer.response())
            for _ in 0..<50 {
                let client = HTTPClient()
                _ = try await client.send(.make(server.authority))
            }
            exit(7)
        }
    }
}

/// What a handler of the process's exit looks at: it can capture nothing.
private enum Witness {
    static let server = Mutex<ScriptedServer?>(nil)

    /// Exits with `code` once the server's connection is closed; returns when it stays open.
    static func exitWhenConnectionIsOver(code: Int32) {
        for _ in 0..<2000 {
            if server.withLock({ $0?.record.connectionsOver }) == 1 { _exit(code) }
            usleep(1000)
        }
    }
}
