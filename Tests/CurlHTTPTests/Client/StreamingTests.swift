import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamingTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test func `no more of a large body is held than the buffer and one piece`() async throws {
        let piece = [UInt8](repeating: 65, count: 1 << 20)
        let server = try ScriptedServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendRepeatedly(piece, times: 128)]
        }
        let client = HTTPClient.make { $0.streamBufferBytes = 100_000 }
        let response = try await client.stream(.make(server.authority))
        await yieldUntil { response.body.isPaused }
        var count = 0
        for try await piece in response.body {
            count += piece.count
            #expect(piece.count <= 100_000 + 16_384)
        }
        #expect(count == 128 << 20)
        #expect(response.body.highestBufferedCount <= 100_000 + 16_384)
    }

    @Test func `a second reader at the same time gets an error`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send(Self.chunked), .stall] }
        let response = try await HTTPClient().stream(.make(server.authority))
        let reader = Task { try await response.body.collect() }
        await yieldUntil { response.body.isWaited }
        var second = response.body.makeAsyncIterator()
        await #expect { try await second.next() } throws: { ($0 as? HTTPTransportError)?.kind == .other }
        reader.cancel()
        _ = await reader.result
    }
}
