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

    @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete, .options])
    func `a body arrives whole, with its length and the caller's type`(method: HTTPRequest.Method)
        async throws
    {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        let body = Array(#"{"a":"ä"}"#.utf8)
        let fields: HTTPFields = [.contentType: "application/json", .authorization: "Bearer owner"]
        _ = try await HTTPClient().send(.make(method, server.authority, fields: fields), body: body)
        let request = try #require(server.record.requests.first)
        #expect(request.line == "\(method.rawValue) / HTTP/1.1")
        #expect(request.body == body)
        #expect(request["Content-Length"] == ["\(body.count)"])
        #expect(request["Content-Type"] == ["application/json"])
        #expect(request["Authorization"] == ["Bearer owner"])
        #expect(request["Expect"] == [] && request["Transfer-Encoding"] == [])
    }

    @Test(arguments: [HTTPRequest.Method.post, .put, .patch])
    func `an empty body is announced as such`(method: HTTPRequest.Method) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        _ = try await HTTPClient().send(.make(method, server.authority))
        let request = try #require(server.record.requests.first)
        #expect(request.line == "\(method.rawValue) / HTTP/1.1")
        #expect(request["Content-Length"] == ["0"])
        #expect(request["Content-Type"] == [])
    }

    @Test func `a body without a type gets none`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        _ = try await HTTPClient().send(.make(.post, server.authority), body: [1, 2, 3])
        #expect(server.record.requests.first?["Content-Type"] == [])
    }

    @Test(arguments: [65_536, 65_537, 3_000_000])
    func `a body of any size and content arrives whole`(size: Int) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        _ = try await HTTPClient().send(.make(.post, server.authority), body: body)
        let request = try #require(server.record.requests.first)
        #expect(request.body == body)
        #expect(request["Expect"] == [])
    }

    @Test func `HEAD does not wait for the body that its response announces`() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        let client = HTTPClient()
        let response = try await client.send(.make(.head, server.authority))
        #expect(response.head.headerFields[.contentLength] == "1000")
        #expect(response.body.isEmpty)
        #expect(server.record.requests.first?.line == "HEAD / HTTP/1.1")
        _ = try await client.send(.make(.head, server.authority))
        #expect(client.connectionsOpened == 1)
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

    @Test func `the caller's own fields win over the client's`() async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        let fields: HTTPFields = [
            .userAgent: "mine", .accept: "application/json", .acceptEncoding: "identity",
        ]
        _ = try await HTTPClient().send(.make(server.authority, fields: fields))
        let request = try #require(server.record.requests.first)
        #expect(request["User-Agent"] == ["mine"])
        #expect(request["Accept"] == ["application/json"])
        #expect(request["Accept-Encoding"] == ["identity"])
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

    @Test func `a redirect is returned, not followed`() async throws {
        let response = ScriptedServer.response(
            "302 Found", fields: ["Location: http://127.0.0.1:1/"], body: "there")
        let server = try ScriptedServer(answering: response)
        let answer = try await HTTPClient().send(.make(server.authority))
        #expect(answer.head.status == .found)
        #expect(answer.body == Array("there".utf8))
        #expect(server.record.requests.count == 1)
    }

    @Test func `an error status with HTML is a response like any other`() async throws {
        let html = "<html><body>502 Bad Gateway</body></html>"
        let server = try ScriptedServer(
            answering: ScriptedServer.response(
                "502 Bad Gateway", fields: ["Content-Type: text/html"], body: html))
        let response = try await HTTPClient().send(.make(.post, server.authority), body: [1])
        #expect(response.head.status == .badGateway)
        #expect(response.head.headerFields[.contentType] == "text/html")
        #expect(String(decoding: response.body, as: UTF8.self) == html)
    }

    @Test func `interim responses, chunks and trailers make one response`() async throws {
        let server = try ScriptedServer(
            answering:
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nTransfer-Encoding: wrong\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                + "3\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n")
        let client = HTTPClient()
        for _ in 1...2 {
            let response = try await client.send(.make(server.authority))
            #expect(response.head.status == .ok)
            #expect(response.head.headerFields[.transferEncoding] == "chunked")
            #expect(response.body == Array("abcde".utf8))
        }
        #expect(client.connectionsOpened == 1)
    }

    @Test func `a body without a length ends with the connection`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\nabc")] }
        let response = try await HTTPClient().send(.make(server.authority))
        #expect(response.body == Array("abc".utf8))
    }

    @Test func `a compressed body is decoded`() async throws {
        let server = try ScriptedServer { _ in
            [
                .readRequest,
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.gzip.count)\r\n\r\n"),
                .send(Self.gzip),
            ]
        }
        let response = try await HTTPClient().send(.make(server.authority))
        #expect(String(decoding: response.body, as: UTF8.self) == String(repeating: "receipts ", count: 20))
    }

    /// "receipts " twenty times, by `gzip -n`.
    static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0x4A, 0x4D, 0x4E, 0xCD, 0x2C,
        0x28, 0x29, 0x56, 0x28, 0x1A, 0x3A, 0x0C, 0x00, 0xF0, 0x23, 0xC8, 0xF5, 0xB4, 0x00, 0x00, 0x00,
    ]
}
