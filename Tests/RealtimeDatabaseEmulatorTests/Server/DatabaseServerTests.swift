import CurlHTTP
import HTTPTransport
import HTTPTypes
import Logging
import RealtimeDatabaseEmulator
import RealtimeDatabaseModel
import TestSupport
import Testing

/// The emulator on a socket, as a client in another process meets it.
@Suite("The Realtime Database on a socket", .timeLimit(.minutes(1)))
struct DatabaseServerTests {
    /// An emulator whose streams give no signs of life between their events, however long a test takes.
    private static func emulator() -> DatabaseEmulator {
        DatabaseEmulator(configuration: DatabaseEmulatorConfiguration(sleepClock: ManualClock()))
    }

    /// Serves an emulator on a free port while the body runs, and stops it then.
    private func serving(
        _ emulator: DatabaseEmulator = Self.emulator(),
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        try await withThrowingTaskGroup(of: Void.self) { [logger] group in
            group.addTask {
                try await emulator.serve(port: 0, logger: logger) { port in
                    continuation.yield(port)
                    continuation.finish()
                }
            }
            for await port in ports { try await body(port) }
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    private static func request(
        _ method: HTTPRequest.Method, _ port: Int, _ path: String, _ headers: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path, headerFields: headers)
    }

    @Test func `data go in, and come out as they change`() async throws {
        try await serving { port in
            let client = HTTPClient()
            let stream = OpenStream(
                try await client.open(
                    Self.request(.get, port, "/a.json", [.accept: "text/event-stream"]), body: []))
            #expect(stream.status == 200)
            #expect(try await stream.next() == #"put {"path":"/","data":null}"#)
            for number in 1...20 {
                let answer = try await client.send(
                    Self.request(.put, port, "/a/b.json"), body: Array("\(number)".utf8))
                #expect(answer.body == Array("\(number)".utf8))
                #expect(try await stream.next() == "put {\"path\":\"/b\",\"data\":\(number)}")
            }
            #expect(
                try await client.send(Self.request(.get, port, "/a.json"), body: []).body
                    == Array(#"{"b":20}"#.utf8))
        }
    }

    @Test func `a stream that is closed is forgotten`() async throws {
        let emulator = Self.emulator()
        try await serving(emulator) { port in
            let connection = try RawConnection(port: port)
            await connection.send("GET /a.json HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n")
            #expect(await connection.receive(until: "data: {").contains("event: put"))
            #expect(emulator.streamCount(namespace: "demo-default-rtdb") == 1)
            connection.close()
            while emulator.streamCount(namespace: "demo-default-rtdb") > 0 { await Task.yield() }
        }
    }

    @Test func `a server that ends does not wait for its streams`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            await connection.send("GET /a.json HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n")
            #expect(await connection.receive(until: "data: {").contains("event: put"))
        }
    }

    @Test func `a name that leads here by way of the DNS does not administer, nor does none`() async throws {
        try await serving { port in
            let unrefused = try await HostProbe.unrefused(
                ["GET /.settings/rules.json", "PUT /.settings/rules.json"], port: port)
            #expect(unrefused == [])
            for head in HostProbe.own {
                let answer = try await HostProbe.ask("GET /.settings/rules.json", head, body: "", port: port)
                #expect(answer.status == 200, "\(head)")
            }
        }
    }
}
