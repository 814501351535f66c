import CoreValues
import HTTPTypes
import TestSupport
import Testing

@testable import GRPCServing

@Suite("gRPC's forms")
struct GRPCFramingTests {
    private static func body(_ messages: [[UInt8]]) -> [UInt8] {
        var body: [UInt8] = []
        for message in messages { GRPCMessages.append(message, to: &body) }
        return body
    }

    @Test func `a message has a flag and its length before it`() {
        #expect(Self.body([[7, 8], []]) == [0, 0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0])
    }

    @Test(arguments: SeededGenerator.seeds(30))
    func `messages are found however they are cut`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sent = random.list(0...6) { $0.bytes(0...($0.oneIn(3) ? 2000 : 10)) }
        var rest = Self.body(sent)[...]
        var messages = GRPCMessages(limit: 2000)
        var received: [[UInt8]] = []
        while !rest.isEmpty {
            let piece = rest.prefix(random.int(1...(random.oneIn(2) ? 1 : 700)))
            rest = rest.dropFirst(piece.count)
            messages.append(piece)
            while let message = try messages.next() { received.append(message) }
        }
        #expect(received == sent)
        #expect(!messages.isAmidMessage)
    }

    @Test func `a message that is cut off is noticed`() throws {
        var messages = GRPCMessages(limit: 10)
        messages.append([0, 0, 0, 0, 2, 7])
        #expect(try messages.next() == nil)
        #expect(messages.isAmidMessage)
    }

    @Test(
        arguments: [
            ([1, 0, 0, 0, 0], StatusCode.unimplemented), ([2, 0, 0, 0, 0], .internal),
            ([0, 0, 0, 0, 11], .resourceExhausted), ([0, 255, 255, 255, 255], .resourceExhausted),
        ] as [([UInt8], StatusCode)])
    func `a message that cannot be taken is refused by its first bytes`(bytes: [UInt8], code: StatusCode) {
        var messages = GRPCMessages(limit: 10)
        messages.append(bytes[...])
        #expect { try messages.next() } throws: { ($0 as? GRPCStatus)?.code == code }
    }

    @Test(
        arguments: [
            ("1H", .seconds(3600)), ("2M", .seconds(120)), ("99999999S", .seconds(99_999_999)),
            ("100m", .milliseconds(100)), ("5u", .microseconds(5)), ("0n", .zero), ("", nil), ("S", nil),
            ("1", nil), ("123456789S", nil), ("-1S", nil), ("+1S", nil), ("1s", nil), ("1 S", nil),
            ("٣S", nil),
        ] as [(String, Duration?)])
    func `the time of a call has one form`(text: String, duration: Duration?) {
        #expect(GRPCTimeout.read(text) == duration)
    }

    @Test(arguments: [
        ("plain text, with ~", "plain text, with ~"), ("100 %", "100 %25"), ("line\nfeed", "line%0Afeed"),
        ("é🍵", "%C3%A9%F0%9F%8D%B5"), (" spaces ", "%20spaces%20"), ("", ""), (" ", "%20"),
    ])
    func `a message of a status is percent-encoded`(text: String, encoded: String) {
        #expect(GRPCStatus.encode(text) == encoded)
        #expect(String(percentEncoded: encoded) == text)
    }

    @Test(arguments: [
        ("application/grpc", true), ("application/grpc+proto", true), ("application/grpc;charset=x", true),
        ("application/grpc+json", false), ("application/grpc-web", false), ("application/json", false),
    ])
    func `a call is known by its content type`(type: String, isCall: Bool) {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/s/m")
        request.headerFields[.contentType] = type
        #expect(GRPCExchange.isCall(request) == isCall)
        request.method = .get
        #expect(!GRPCExchange.isCall(request))
    }
}
