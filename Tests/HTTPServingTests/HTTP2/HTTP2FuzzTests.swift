import TestSupport
import Testing

@testable import HTTPServing

@Suite("HTTP/2 from peers that make mistakes")
struct HTTP2FuzzTests {
    typealias Frame = HTTP2RawFrame

    @Test(arguments: SeededGenerator.seeds(24))
    func `whatever frames arrive, the next connection is served`(seed: UInt64) async throws {
        try await HTTPService.echoing { port in
            var random = SeededGenerator(seed: seed)
            for _ in 0..<8 {
                var bytes = Frame.preface + Frame(.settings).bytes
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    bytes += HTTP2FuzzTests.frame(&random)
                }
                if Bool.random(using: &random) {
                    // One byte anywhere, also in the preface, is another one.
                    bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(
                        in: 1...255, using: &random)
                }
                let connection = try RawConnection(port: port)
                await connection.send(bytes)
                connection.close()
            }
            let peer = try await HTTP2Peer(port: port)
            await peer.send(.request("GET", "/after", stream: 1))
            #expect(await peer.answer(on: 1).text == "GET localhost/after 0")
            await peer.close()
        }
    }

    /// A frame of any kind, on any stream, with a payload that mostly does not fit; sometimes with a wrong length, or cut off.
    private static func frame(_ random: inout SeededGenerator) -> [UInt8] {
        let stream = Int.random(in: 0...9, using: &random)
        if Int.random(in: 0..<3, using: &random) == 0 {
            return Frame.request("POST", "/x", stream: stream, ends: Bool.random(using: &random)).bytes
        }
        var frame = Frame(.data, flags: UInt8.random(in: 0...63, using: &random), stream: stream)
        frame.type = UInt8.random(in: 0...11, using: &random)
        frame.payload = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        var bytes = frame.bytes
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes[Int.random(in: 0..<3, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
        case 1: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        default: break
        }
        return bytes
    }
}
