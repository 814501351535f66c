import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WireTests {
    @Test(arguments: [HTTPRequest.Method.get, .delete, .options])
    func `a request without a body is exactly this`(method: HTTPRequest.Method) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response(body: "hi"))
        let response = try await HTTPClient().send(.make(method, server.authority, path: "/a?b=c"))
        #expect(response.body == Array("hi".utf8))
        let expected = """
            \(method.rawValue) /a?b=c HTTP/1.1
            Host: \(server.authority)
            Accept: */*
            User-Agent: firestore-receipts
            """
        let lines = server.record.requests.map { $0.head.split(separator: "\r\n") }.first ?? []
        // The codings depend on how curl was built.
        #expect(lines.filter { !$0.hasPrefix("Accept-Encoding: ") }.joined(separator: "\n") == expected)
        #expect(server.record.requests.first?["Accept-Encoding"].first?.contains("gzip") == true)
    }

    @Test func `a body without a type gets none`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        _ = try await HTTPClient().send(.make(.post, server.authority), body: [1, 2, 3])
        #expect(server.record.requests.first?["Content-Type"] == [])
    }

    @Test func `one request's options do not reach the next`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response(body: "x"))
        let client = HTTPClient()
        let fields: HTTPFields = [.authorization: "Bearer a", .contentType: "text/plain"]
        _ = try await client.send(.make(.patch, server.authority, fields: fields), body: [1])
        _ = try await client.send(.make(.get, server.authority))
        let second = try #require(server.record.requests.last)
        #expect(second.line == "GET / HTTP/1.1")
        #expect(
            second["Authorization"] == [] && second["Content-Type"] == [] && second["Content-Length"] == [])
    }

    @Test func `a path is sent as it is`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        let path = "/a/../b/./c%2Fd//e/(default):commit?q='%20'"
        _ = try await HTTPClient().send(.make(server.authority, path: path))
        #expect(server.record.requests.first?.line == "GET \(path) HTTP/1.1")
    }

    @Test func `the head of a response is returned as it is`() async throws {
        let fields = ["Set-Cookie: a=1", "Set-Cookie: b=2", "X-Empty:"]
        let server = try ScriptedServer(
            answering: ScriptedServer.response("418 Short and stout", fields: fields))
        let head = try await HTTPClient().send(.make(server.authority)).head
        #expect(head.status.code == 418)
        #expect(head.status.reasonPhrase == "Short and stout")
        #expect(head.headerFields[values: .setCookie] == ["a=1", "b=2"])
    }

    /// "receipts " twenty times, by `gzip -n`.
    static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0x4A, 0x4D, 0x4E, 0xCD, 0x2C,
        0x28, 0x29, 0x56, 0x28, 0x1A, 0x3A, 0x0C, 0x00, 0xF0, 0x23, 0xC8, 0xF5, 0xB4, 0x00, 0x00, 0x00,
    ]

    @Test func `trailers are read and left out`() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                + "5\r\nabcde\r\n0\r\nX-Sum: 5\r\n\r\n")
        let client = HTTPClient()
        for _ in 1...2 {
            #expect(try await client.send(.make(server.authority)).body == Array("abcde".utf8))
        }
        #expect(client.connectionsOpened == 1)
    }
}
