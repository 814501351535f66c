import FirestoreModel
import FirestoreRPC
import HTTPServing
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import FirestoreEmulator

/// Channels over a stream that the tests fill, on a clock that they move.
@Suite(.timeLimit(.minutes(1)))
struct WebChannelFrontTests {
    private let clock = TestSupport.ManualClock()
    private let fixture = Fixture()

    private final class Fixture: Sendable {
        let streams = Mutex<[ChannelStreamDouble]>([])
        let metadata = Mutex<[String?]>([])

        func open(
            _ kind: ChannelKind, _ metadata: CallMetadata, _ onOutput: @escaping @Sendable () -> Void
        ) throws(RPCStatus) -> any ChannelStream {
            self.metadata.withLock { $0.append(metadata.authorization) }
            if metadata.authorization == "nonsense" { throw RPCStatus(.unauthenticated, "who?") }
            let stream = ChannelStreamDouble(echoes: kind == .write, onOutput: onOutput)
            streams.withLock { $0.append(stream) }
            return stream
        }

        var last: ChannelStreamDouble? { streams.withLock(\.last) }
    }

    private func front() -> WebChannelFront {
        WebChannelFront(clock: clock, maximumMessageSize: 1000, open: fixture.open)
    }

    /// The answer to a request.
    private func send(
        _ front: WebChannelFront, _ method: HTTPRequest.Method = .post, _ query: String, _ body: String? = "",
        kind: String = "Listen", fields: HTTPFields = [:]
    ) async throws -> HTTPOpenResponse {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "localhost",
            path: "/google.firestore.v1.Firestore/\(kind)/channel?VER=8&\(query)", headerFields: fields)
        let reply = try #require(front.reply(to: request, body: body.map { Array($0.utf8) }))
        return await reply.opened()
    }

    /// The text of a response that ends.
    private func text(_ response: HTTPOpenResponse) async throws -> String {
        String(decoding: try await response.collected().body, as: UTF8.self)
    }

    /// The id of a new channel.
    private func open(_ front: WebChannelFront, _ form: String = "", kind: String = "Listen") async throws
        -> String
    {
        let text = try await text(send(front, .post, "RID=1&CVER=22", form, kind: kind))
        let parts = text.split(separator: "\"")
        return String(try #require(parts.count > 3 ? parts[3] : nil))
    }

    private func back(
        _ front: WebChannelFront, _ id: String, acknowledging array: Int = 0, polling: Bool = false
    ) async throws -> any AsyncIteratorProtocol<[UInt8], HTTPTransportError> {
        let response = try await send(
            front, .get, "SID=\(id)&RID=rpc&AID=\(array)&CI=\(polling ? 1 : 0)&TYPE=xmlhttp", nil)
        return iterator(response.body)
    }

    private func iterator<Body: AsyncSequence>(
        _ body: Body
    ) -> any AsyncIteratorProtocol<[UInt8], HTTPTransportError>
    where Body.Element == [UInt8], Body.Failure == HTTPTransportError { body.makeAsyncIterator() }

    private func next(
        _ pieces: inout any AsyncIteratorProtocol<[UInt8], HTTPTransportError>
    ) async throws -> String? {
        try await pieces.next(isolation: nil).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `messages go both ways`() async throws {
        let front = front()
        let id = try await open(front, "ofs=0&req0___data__=hello")
        let stream = try #require(fixture.last)
        #expect(stream.received == ["hello"])
        var pieces = try await back(front, id)
        #expect(try await next(&pieces) == "14\n[[1,[\"noop\"]]]")
        stream.tell("🍵")
        #expect(try await next(&pieces) == "12\n[[2,[\"🍵\"]]]")
        let answer = try await text(send(front, .post, "SID=\(id)&RID=2&AID=2", "ofs=1&req0___data__=again"))
        #expect(answer == "7\n[1,2,0]")
        #expect(stream.received == ["hello", "again"])
    }

    @Test func `nothing is computed for a client that does not listen`() async throws {
        let front = front()
        let id = try await open(front, "ofs=0&req0___data__=hello")
        let stream = try #require(fixture.last)
        stream.tell("a")
        #expect(stream.takes == 0)
        var pieces = try await back(front, id, polling: true)
        #expect(try await next(&pieces) == "11\n[[1,[\"a\"]]]")
        #expect(try await next(&pieces) == nil)
    }

    @Test func `writes are carried out even if nobody hears of it`() async throws {
        let front = front()
        let id = try await open(front, "ofs=0&req0___data__=a", kind: "Write")
        let stream = try #require(fixture.last)
        #expect(stream.takes > 0)
        _ = try await send(front, .post, "SID=\(id)&RID=3&TYPE=terminate", kind: "Write")
        #expect(stream.isCancelled)
        #expect(front.channels.count == 0)
    }

    @Test func `an error of the stream comes in the stream`() async throws {
        let front = front()
        let id = try await open(front)
        var pieces = try await back(front, id, polling: true)
        fixture.last?.tell("a", end: .failed(RPCStatus(.permissionDenied, "no")))
        #expect(
            try await next(&pieces)
                == "84\n[[1,[\"a\"]],[2,[{\"error\":{\"code\":403,\"message\":\"no\",\"status\":\"PERMISSION_DENIED\"}}]]]"
        )
    }

    @Test(arguments: ["ofs=0&req0___data__=broken&req1___data__=b", "headers=Authorization%3Anonsense"])
    func `a bad message and bad credentials are errors of the stream`(form: String) async throws {
        let front = front()
        let id = try await open(front, form)
        #expect(fixture.last?.received ?? [] == [])
        #expect(fixture.last?.isCancelled != false)
        var pieces = try await back(front, id, polling: true)
        #expect(try await next(&pieces)?.contains(#"[[1,[{"error":{"code":4"#) == true)
    }

    @Test func `a form that is too large is an error of the stream, which ends`() async throws {
        let front = front()
        let id = try await open(front)
        let answer = try await text(send(front, .post, "SID=\(id)&RID=2&AID=0", nil))
        #expect(answer.hasPrefix("7\n[0,0,") || answer.hasPrefix("8\n[0,0,") || answer.hasPrefix("9\n[0,0,"))
        #expect(fixture.last?.isCancelled == true)
        var pieces = try await back(front, id, polling: true)
        #expect(
            try await next(&pieces)?.contains("Request payload size exceeds the limit: 1000 bytes.") == true)
    }

    @Test func `the limit is that of each message, however it is encoded`() async throws {
        let front = front()
        let id = try await open(front)
        let encoded = String(repeating: "%22", count: 1000)
        let form = "req0___data__=\(encoded)&req1___data__=\(encoded)"
        #expect(try await text(send(front, .post, "SID=\(id)&RID=2&AID=0", form)).contains("\n[0,0,"))
        let messages = try #require(fixture.last).received
        #expect(messages == Array(repeating: String(repeating: "\"", count: 1000), count: 2))
        _ = try await text(send(front, .post, "SID=\(id)&RID=3&AID=0", "ofs=2&req0___data__=%22\(encoded)"))
        #expect(fixture.last?.isCancelled == true)
        #expect(fixture.last?.received.count == 2)
        var pieces = try await back(front, id, polling: true)
        #expect(try await next(&pieces)?.contains("exceeds the limit: 1000 bytes.") == true)
    }

    @Test func `a form may be three times as large as a message, and nothing else may`() {
        func size(_ method: HTTPRequest.Method, _ path: String) -> Int? {
            front().maximumBodySize(
                of: HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path))
        }
        #expect(size(.post, "/google.firestore.v1.Firestore/Write/channel?VER=8") == 3000 + (64 << 10))
        #expect(size(.post, "/v1/projects/p/databases/(default)/documents:commit") == nil)
    }

    @Test func `who calls is read from the form, then the query, then the request`() async throws {
        let front = front()
        let header: HTTPFields = [.authorization: "Bearer request"]
        _ = try await send(
            front, .post, "RID=1&%24httpHeaders=authorization%3Aquery", "headers=Authorization%3Aform")
        _ = try await send(front, .post, "RID=1&%24httpHeaders=authorization%3Aquery", "", fields: header)
        _ = try await send(front, .post, "RID=1", "", fields: header)
        _ = try await send(front, .post, "RID=1", "")
        #expect(fixture.metadata.withLock { $0 } == ["form", "query", "Bearer request", nil])
    }

    @Test func `a new back channel replaces the old one, and terminating ends it`() async throws {
        let front = front()
        let id = try await open(front)
        var first = try await back(front, id)
        #expect(try await next(&first) != nil)
        var second = try await back(front, id, acknowledging: 1)
        #expect(try await next(&first) == nil)
        #expect(try await next(&second) == "14\n[[2,[\"noop\"]]]")
        #expect(try await text(send(front, .get, "SID=\(id)&RID=3&TYPE=terminate", nil)) == "")
        #expect(try await next(&second) == nil)
        #expect(try await send(front, .get, "SID=\(id)&RID=rpc&CI=0", nil).head.status == .badRequest)
    }

    @Test func `a channel carries one kind of stream`() async throws {
        let front = front()
        let id = try await open(front)
        #expect(try await send(front, .post, "SID=\(id)&RID=2", kind: "Write").head.status == .badRequest)
        _ = try await send(front, .post, "SID=\(id)&RID=2&TYPE=terminate", kind: "Write")
        #expect(front.channels.count == 1)
    }

    @Test func `time brings noops, the end of a back channel and of a channel that is left alone`()
        async throws
    {
        let front = front()
        let id = try await open(front)
        var pieces = try await back(front, id)
        #expect(try await next(&pieces) == "14\n[[1,[\"noop\"]]]")
        for number in 2...3 {
            await pass(.seconds(30))
            #expect(try await next(&pieces) == "14\n[[\(number),[\"noop\"]]]")
        }
        #expect(try await next(&pieces) == nil)
        let stream = try #require(fixture.last)
        await pass(.seconds(299))
        // The channels are looked after once more when the next look is due.
        await clock.untilAsleep(1)
        #expect(front.channels.count == 1)
        await pass(.seconds(1))
        while front.channels.count > 0 { await Task.yield() }
        #expect(stream.isCancelled)
    }

    /// Lets time pass when the registry waits for it. Then it looks after its channels once, however much that was.
    private func pass(_ time: Duration) async {
        await clock.untilAsleep(1)
        clock.advance(by: time)
    }

    @Test func `a client that leaves frees its back channel`() async throws {
        let front = front()
        let id = try await open(front)
        do {
            var pieces = try await back(front, id)
            #expect(try await next(&pieces) != nil)
        }
        #expect(try await text(send(front, .post, "SID=\(id)&RID=2&AID=1")) == "7\n[0,1,0]")
    }

    @Test func `what is no request of a channel is refused`() async throws {
        let front = front()
        #expect(try await send(front, .get, "RID=rpc", nil).head.status == .badRequest)
        #expect(try await send(front, .post, "RID=1", "ofs=x").head.status == .badRequest)
        let id = try await open(front)
        #expect(try await send(front, .post, "SID=\(id)&RID=2", "req0___data__=%").head.status == .badRequest)
        #expect(try await text(send(front, .post, "SID=x&RID=2")) == "Bad Request: Unknown SID\n")
        let other = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        #expect(front.reply(to: other, body: []).map { _ in true } == nil)
    }
}
