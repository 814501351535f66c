import Logging
import RealtimeDatabaseEmulator
import TestSupport
import Testing

/// Firebase's protocol over sockets, as another process meets it.
@Suite("WebSockets of the Realtime Database", .timeLimit(.minutes(1)))
struct RealtimeSocketTests {
    /// Serves an emulator on a free port while the body runs.
    private func serving(
        _ configuration: DatabaseEmulatorConfiguration = DatabaseEmulatorConfiguration(
            sleepClock: ManualClock()),
        _ body: @escaping @Sendable (Int, DatabaseEmulator) async throws -> Void
    ) async throws {
        let emulator = DatabaseEmulator(configuration: configuration)
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
            for await port in ports { try await body(port, emulator) }
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    /// Asks for a WebSocket, and waits for the greeting.
    private func connect(_ port: Int, _ target: String = "/.ws?v=5&ns=demo") async throws -> RawConnection {
        let socket = try RawConnection(port: port)
        await socket.send(
            "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        let greeting = await socket.receive(until: #""s":"#)
        #expect(greeting.hasPrefix("HTTP/1.1 101 "))
        #expect(greeting.contains(#""h":"127.0.0.1:\#(port)""#))
        return socket
    }

    private func frame(_ text: String, opcode: UInt8 = 1) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length: [UInt8] =
            bytes.count < 126
            ? [0x80 | UInt8(bytes.count)] : [0xFE, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        return [0x80 | opcode] + length + [0, 0, 0, 0] + bytes
    }

    @Test func `a client listens, writes and leaves`() async throws {
        try await serving { port, emulator in
            let (one, two) = (try await connect(port), try await connect(port))
            await one.send(frame(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}"#))
            _ = await one.receive(until: #""r":1"#)
            await two.send(frame(#"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/a","d":"gone"}}}"#))
            _ = await two.receive(until: #""r":1"#)
            two.close()
            #expect(await one.receive(until: "gone").contains(#""p":"a""#))
        }
    }

    @Test func `a message comes in parts`() async throws {
        try await serving { port, _ in
            let socket = try await connect(port)
            await socket.send(
                frame("0") + frame("2") + frame(#"{"t":"d","d":{"r":1,"a":"g","#)
                    + frame(#""b":{"p":"/a"}}}"#))
            #expect(await socket.receive(until: "ok").contains(#""r":1"#))
        }
    }

    @Test func `elsewhere there is no WebSocket, and REST goes on`() async throws {
        try await serving { port, _ in
            for (target, status) in [("/a.json", 200), ("/.ws.json", 400), ("/.ws?ns=a.b", 404)] {
                let socket = try RawConnection(port: port)
                await socket.send(
                    "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
                #expect(await socket.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "))
                socket.close()
            }
        }
    }

    @Test func `hostile frames close their connection, and no other`() async throws {
        let configuration = DatabaseEmulatorConfiguration(
            sleepClock: ManualClock(), maximumRequestSize: 100_000)
        try await serving(configuration) { port, emulator in
            let good = try await connect(port)
            let part = frame(String(repeating: "x", count: 16_384))
            let attacks: [[UInt8]] = [
                frame("99999") + part + part + part + part + part + part + part,
                frame("-5"), frame("{"), frame("[[[[[[[[[[["), frame(String(repeating: "[", count: 16_000)),
                frame("x", opcode: 2),
                // A frame of 2^62 bytes, one that is not masked, one with reserved bits, and a continuation of nothing.
                [0x81, 0xFF, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0x81, 0x01, 0x41],
                [0xF1, 0x80, 0, 0, 0, 0],
                [0x80, 0x80, 0, 0, 0, 0],
            ]
            for attack in attacks {
                let socket = try await connect(port)
                await socket.send(attack)
                await socket.send(frame("", opcode: 8))
                _ = await socket.receiveAll()
            }
            await good.send(frame(#"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/a"}}}"#))
            #expect(await good.receive(until: "ok").contains(#""r":1"#))
        }
    }

    @Test func `the server stops while clients are connected`() async throws {
        try await serving { port, _ in
            _ = try await connect(port)
            _ = try await connect(port)
        }
    }
}
