import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing

@Suite("Bodies that come piece by piece", .timeLimit(.minutes(1)))
struct StreamedBodyTests {
    /// How many pieces were asked for, and whether the stream knows that nobody wants more.
    private struct Progress {
        var pieces = 0
        var isOver = false
    }

    private final class Source: Sendable {
        let progress = Mutex(Progress())

        /// Goes with the stream that holds it.
        private final class Hold: Sendable {
            let source: Source

            init(_ source: Source) { self.source = source }

            deinit { source.progress.withLock { $0.isOver = true } }
        }

        /// Pieces without end.
        func endless(of size: Int) -> AsyncStream<[UInt8]> {
            let hold = Hold(self)
            return AsyncStream {
                hold.source.progress.withLock { $0.pieces += 1 }
                return Array(repeating: 120, count: size)
            }
        }

        /// Waits until nobody wants more.
        func untilOver() async {
            while !progress.withLock({ $0.isOver }) { await Task.yield() }
        }
    }

    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Serves while a closure runs: every answer comes piece by piece.
    private func serving(
        _ pieces: @escaping @Sendable () -> AsyncStream<[UInt8]>,
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await HTTPService.serving(
            { _, _ in
                .stream(HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]), pieces)
            }, to: body)
    }

    @Test func `each piece leaves when it is there, and the connection survives the end`() async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let answers = Mutex(0)
        try await serving {
            if answers.withLock({ count in
                count += 1
                return count
            }) == 1 {
                return pieces
            }
            return AsyncStream { continuation in
                continuation.yield(Array("<again>".utf8))
                continuation.finish()
            }
        } _: { port in
            let connection = try RawConnection(port: port)
            await connection.send(Self.get)
            continuation.yield(Array("<one>".utf8))
            let first = await connection.receive(until: "<one>")
            #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n") && first.lowercased().contains("chunked"))
            #expect(!first.lowercased().contains("connection: close"))
            continuation.yield(Array("<two>".utf8))
            #expect(await connection.receive(until: "<two>").contains("5\r\n<two>"))
            // One request waits for the end, one is sent after it.
            await connection.send(Self.get)
            continuation.finish()
            let second = await connection.receive(until: "<again>\r\n0\r\n\r\n")
            #expect(second.contains("0\r\n\r\nHTTP/1.1 200 OK\r\n"))
            await connection.send(Self.get)
            #expect(await connection.receive(until: "<again>\r\n0\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func `a client that wants the connection closed has it closed after the body`() async throws {
        try await serving {
            AsyncStream { continuation in
                continuation.yield(Array("<one>".utf8))
                continuation.finish()
            }
        } _: { port in
            let connection = try RawConnection(port: port)
            await connection.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let (text, wasReset) = await connection.receiveAll()
            #expect(text.lowercased().contains("connection: close"))
            #expect(text.hasSuffix("<one>\r\n0\r\n\r\n") && !wasReset)
        }
    }

    @Test func `a client that has asked for more, and goes, is noticed`() async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        continuation.onTermination = { _ in ended.finish() }
        try await serving {
            pieces
        } _: { port in
            let connection = try RawConnection(port: port)
            await connection.send(Self.get + Self.get + Self.get)
            continuation.yield(Array("<one>".utf8))
            _ = await connection.receive(until: "<one>")
            connection.close()
            // Nothing more is sent: only the end of the connection can tell.
            for await _ in ends {}
        }
    }

    @Test func `nothing is made for a client that has gone`() async throws {
        let source = Source()
        try await serving {
            source.endless(of: 10)
        } _: { port in
            let connection = try RawConnection(port: port)
            await connection.send(Self.get)
            _ = await connection.receive(until: "xxx")
            connection.close()
            await source.untilOver()
        }
    }

    @Test func `a client that reads nothing is sent no more than the connection holds`() async throws {
        let source = Source()
        try await serving {
            source.endless(of: 1 << 20)
        } _: { port in
            let connection = try RawConnection(port: port)
            await connection.send(Self.get)
            _ = await connection.receive(until: "xxx")
            // Enough turns for hundreds of pieces, if they did not wait for room.
            for _ in 0..<500 { await Task.yield() }
            #expect(source.progress.withLock { $0.pieces } < 40)
            connection.close()
            await source.untilOver()
        }
    }

    @Test func `a server that stops ends what comes piece by piece`() async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let connections = Mutex<RawConnection?>(nil)
        try await serving {
            pieces
        } _: { port in
            let connection = try RawConnection(port: port)
            await connection.send(Self.get)
            continuation.yield(Array("<one>".utf8))
            _ = await connection.receive(until: "<one>")
            connections.withLock { $0 = connection }
        }
        let connection = try #require(connections.withLock { $0 })
        let (rest, wasReset) = await connection.receiveAll()
        #expect(rest.hasSuffix("0\r\n\r\n") && !wasReset)
    }

    @Test func `requests behind a body without end are not answered`() async throws {
        let source = Source()
        try await serving {
            source.endless(of: 10)
        } _: { port in
            let connection = try RawConnection(port: port)
            await connection.send(Self.get + Self.get)
            let text = await connection.receive(until: String(repeating: "xxxxxxxxxx\r\na\r\n", count: 50))
            #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 1)
            connection.close()
            await source.untilOver()
        }
    }
}
