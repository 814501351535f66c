import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WireTests {
    @Test(arguments: ClientKind.allCases, [HTTPRequest.Method.post, .put, .patch, .delete, .options])
    func `a body arrives whole, with its length and the caller's type`(
        by kind: ClientKind, method: HTTPRequest.Method
    )
        async throws
    {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        let body = Array(#"{"a":"ä"}"#.utf8)
        let fields: HTTPFields = [.contentType: "application/json", .authorization: "Bearer owner"]
        _ = try await kind.make().send(.make(method, server.authority, fields: fields), body: body)
        let request = try #require(server.record.requests.first)
        #expect(request.line == "\(method.rawValue) / HTTP/1.1")
        #expect(request.body == body)
        #expect(request["Content-Length"] == ["\(body.count)"])
        #expect(request["Content-Type"] == ["application/json"])
        #expect(request["Authorization"] == ["Bearer owner"])
        #expect(request["Expect"] == [] && request["Transfer-Encoding"] == [])
    }

    @Test(arguments: ClientKind.allCases, [HTTPRequest.Method.post, .put, .patch])
    func `an empty body is announced as such`(by kind: ClientKind, method: HTTPRequest.Method) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        _ = try await kind.make().send(.make(method, server.authority))
        let request = try #require(server.record.requests.first)
        #expect(request.line == "\(method.rawValue) / HTTP/1.1")
        #expect(request["Content-Length"] == ["0"])
        #expect(request["Content-Type"] == [])
    }

    @Test(arguments: ClientKind.allCases, [65_536, 65_537, 3_000_000])
    func `a body of any size and content arrives whole`(by kind: ClientKind, size: Int) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        _ = try await kind.make().send(.make(.post, server.authority), body: body)
        let request = try #require(server.record.requests.first)
        #expect(request.body == body)
        #expect(request["Expect"] == [])
    }

    @Test(arguments: ClientKind.allCases)
    func `HEAD does not wait for the body that its response announces`(by kind: ClientKind) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        let client = kind.make()
        let response = try await client.send(.make(.head, server.authority))
        #expect(response.head.headerFields[.contentLength] == "1000")
        #expect(response.body.isEmpty)
        #expect(server.record.requests.first?.line == "HEAD / HTTP/1.1")
        _ = try await client.send(.make(.head, server.authority))
        #expect(server.record.connections == 1)
    }

    @Test(arguments: ClientKind.allCases)
    func `the caller's own fields win over the client's`(by kind: ClientKind) async throws {
        let server = try ScriptedServer(answering: ScriptedServer.response())
        let fields: HTTPFields = [
            .userAgent: "mine", .accept: "application/json", .acceptEncoding: "identity",
        ]
        _ = try await kind.make().send(.make(server.authority, fields: fields))
        let request = try #require(server.record.requests.first)
        #expect(request["User-Agent"] == ["mine"])
        #expect(request["Accept"] == ["application/json"])
        #expect(request["Accept-Encoding"] == ["identity"])
    }

    @Test(arguments: ClientKind.allCases)
    func `a redirect is returned, not followed`(by kind: ClientKind) async throws {
        let response = ScriptedServer.response(
            "302 Found", fields: ["Location: http://127.0.0.1:1/"], body: "there")
        let server = try ScriptedServer(answering: response)
        let answer = try await kind.make().send(.make(server.authority))
        #expect(answer.head.status == .found)
        #expect(answer.body == Array("there".utf8))
        #expect(server.record.requests.count == 1)
    }

    @Test(arguments: ClientKind.allCases, ["Basic realm=\"x\"", "Bearer realm=\"x\"", "Negotiate"])
    func `a server that asks for a password gets none`(by kind: ClientKind, challenge: String) async throws {
        let server = try ScriptedServer(
            answering: ScriptedServer.response(
                "401 Unauthorized", fields: ["WWW-Authenticate: \(challenge)"], body: "who?"))
        let client = kind.make()
        for _ in 1...2 {
            let answer = try await client.send(.make(server.authority))
            #expect(answer.head.status == .unauthorized)
            #expect(answer.body == Array("who?".utf8))
        }
        #expect(server.record.requests.count == 2)
    }

    @Test(arguments: ClientKind.allCases)
    func `an error status with HTML is a response like any other`(by kind: ClientKind) async throws {
        let html = "<html><body>502 Bad Gateway</body></html>"
        let server = try ScriptedServer(
            answering: ScriptedServer.response(
                "502 Bad Gateway", fields: ["Content-Type: text/html"], body: html))
        let response = try await kind.make().send(.make(.post, server.authority), body: [1])
        #expect(response.head.status == .badGateway)
        #expect(response.head.headerFields[.contentType] == "text/html")
        #expect(String(decoding: response.body, as: UTF8.self) == html)
    }

    @Test(arguments: ClientKind.allCases)
    func `interim responses and chunks make one response`(by kind: ClientKind) async throws {
        let server = try ScriptedServer(
            answering:
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nTransfer-Encoding: wrong\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        let client = kind.make()
        for _ in 1...2 {
            let response = try await client.send(.make(server.authority))
            #expect(response.head.status == .ok)
            #expect(response.head.headerFields[.transferEncoding] == "chunked")
            #expect(response.body == Array("abcde".utf8))
        }
        #expect(server.record.connections == 1)
    }

    @Test(arguments: ClientKind.allCases)
    func `a body without a length ends with the connection`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\nabc")] }
        let response = try await kind.make().send(.make(server.authority))
        #expect(response.body == Array("abc".utf8))
    }

    @Test(arguments: ClientKind.allCases)
    func `a compressed body is decoded`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in
            [
                .readRequest,
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.gzip.count)\r\n\r\n"),
                .send(Self.gzip),
            ]
        }
        let response = try await kind.make().send(.make(server.authority))
        #expect(String(decoding: response.body, as: UTF8.self) == String(repeating: "receipts ", count: 20))
    }

    /// "receipts " twenty times, by `gzip -n`.
    static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0x4A, 0x4D, 0x4E, 0xCD, 0x2C,
        0x28, 0x29, 0x56, 0x28, 0x1A, 0x3A, 0x0C, 0x00, 0xF0, 0x23, 0xC8, 0xF5, 0xB4, 0x00, 0x00, 0x00,
    ]
}
