import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Streams of server-sent events")
struct ServerSentMessagesTests {
    private static let stream =
        "\u{FEFF}event: put\r\n: hello\r\ndata: {\"path\":\"/\",\"data\":\"é\u{1F600}\"}\r\n\r\n"
        + "event:keep-alive\rdata:null\r\revent: x\n\n"
        + "data: a\ndata\ndata:  b\nid: 1\nretry: 5\n\n\nevent: put\ndata: unfinished\n"
    private static let messages = [
        ServerSentMessage(event: "put", data: "{\"path\":\"/\",\"data\":\"é\u{1F600}\"}"),
        ServerSentMessage(event: "keep-alive", data: "null"),
        ServerSentMessage(data: "a\n\n b"),
    ]

    @Test func `messages are the same wherever the stream is cut in three`() throws {
        let bytes = Array(Self.stream.utf8)
        for first in 0...bytes.count {
            for second in stride(from: first, through: bytes.count, by: 3) {
                var reader = ServerSentMessages()
                var found: [ServerSentMessage] = []
                for piece in [bytes[..<first], bytes[first..<second], bytes[second...]] {
                    found += try reader.take(Array(piece))
                }
                #expect(found == Self.messages, "cut at \(first) and \(second)")
            }
        }
    }

    @Test func `messages are the same byte by byte`() throws {
        var reader = ServerSentMessages()
        #expect(try Self.stream.utf8.flatMap { try reader.take([$0]) } == Self.messages)
    }

    @Test func `a message that is too long is refused`() throws {
        var reader = ServerSentMessages(limit: 20)
        #expect(try reader.take(Array("data: 12345\n\n".utf8)) == [ServerSentMessage(data: "12345")])
        #expect(throws: ServerSentMessages.TooLong.self) {
            try reader.take(Array("data: 12345678901234567890".utf8))
        }
        var lines = ServerSentMessages(limit: 20)
        #expect(throws: ServerSentMessages.TooLong.self) {
            for _ in 0..<10 { _ = try lines.take(Array("data: 1234\n".utf8)) }
        }
    }

    @Test func `what is written is read again`() throws {
        for message in [
            ServerSentMessage(event: "put", data: "{}"), ServerSentMessage(event: "x", data: "a\n\nb"),
        ] {
            var reader = ServerSentMessages()
            #expect(try reader.take(message.bytes) == [message])
        }
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `bytes of any kind are taken`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var reader = ServerSentMessages(limit: 1000)
            for _ in 0..<5 {
                let bytes = generator.list(0...40) { generator in
                    generator.oneIn(2)
                        ? generator.pick(Array("data:event \r\n".utf8)) : generator.bytes(1...1)[0]
                }
                _ = try reader.take(bytes)
            }
        }
    }
}
