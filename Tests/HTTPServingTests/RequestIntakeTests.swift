import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import HTTPServing

@Suite("Requests put together from parts")
struct RequestIntakeTests {
    private func head(
        _ headers: HTTPHeaders = [:], uri: String = "/x", method: HTTPMethod = .POST
    ) -> HTTPServerRequestPart {
        var headers = headers
        if !headers.contains(name: "Host") { headers.add(name: "Host", value: "x") }
        return .head(HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers))
    }

    private func body(_ count: Int) -> HTTPServerRequestPart {
        .body(ByteBuffer(repeating: 7, count: count))
    }

    @Test func `a request is there when its end is`() throws {
        var intake = RequestIntake(limit: { _ in 10 })
        #expect(try intake.take(head()) == nil)
        #expect(intake.isAmidRequest)
        #expect(try intake.take(body(4)) == nil)
        #expect(try intake.take(body(6)) == nil)
        let arrival = try intake.take(.end(nil))
        #expect(arrival?.body == Array(repeating: 7, count: 10) && arrival?.keepsAlive == true)
        #expect(!intake.isAmidRequest)
    }

    @Test func `host and fields find their place`() throws {
        var intake = RequestIntake(limit: { _ in 10 })
        _ = try intake.take(head(["HOST": "a:1", "X-One": "1", "x-one": "2"], method: .PATCH))
        let request = try #require(try intake.take(.end(nil))?.request)
        #expect(request.method == .patch && request.authority == "a:1" && request.path == "/x")
        #expect(request.headerFields.map(\.value) == ["1", "2"])
    }

    @Test(arguments: [
        ("/a?b=http://c/d", "/a?b=http://c/d", "x"), ("http://h:1/a?b", "/a?b", "h:1"),
        ("http://h", "/", "h"),
        ("*", "*", "x"), ("http://h?a", "/?a", "h"), ("http://[::1]:80/", "/", "[::1]:80"),
    ])
    func `the target may be a whole URL, whose host counts`(uri: String, path: String, host: String) throws {
        var intake = RequestIntake(limit: { _ in 10 })
        _ = try intake.take(head(uri: uri))
        let request = try #require(try intake.take(.end(nil))?.request)
        #expect(request.path == path && request.authority == host)
    }

    @Test(
        arguments: [
            (["Host": "a", "host": "a"], "/", "the request has 2 Host headers, but must have one"),
            ([:], "/", "the request has no Host header"),
            ([:], "http://a/", "the request has no Host header"),
            (["Host": "a b"], "/", "the Host header is not HOST or HOST:PORT"),
            (["Host": "user@a"], "/", "the Host header is not HOST or HOST:PORT"),
            (["Host": "a, b"], "/", "the Host header is not HOST or HOST:PORT"),
            (["Host": "a:b"], "/", "the Host header is not HOST or HOST:PORT"),
            (["Host": "::1"], "/", "the Host header is not HOST or HOST:PORT"),
            (["Host": "a/b"], "/", "the Host header is not HOST or HOST:PORT"),
            (["Host": "a"], "http://user@a/", "the request's URL does not name a host"),
            (["Host": "a"], "http:///a", "the request's URL does not name a host"),
        ] as [(HTTPHeaders, String, String)])
    func `a head that does not say which host it means is refused`(
        headers: HTTPHeaders, uri: String, problem: String
    ) throws {
        var intake = RequestIntake(limit: { _ in 10 })
        let part = HTTPServerRequestPart.head(
            HTTPRequestHead(version: .http1_1, method: .POST, uri: uri, headers: headers))
        let arrival = try #require(try intake.take(part))
        #expect(arrival.problem == problem && !arrival.keepsAlive)
        #expect(try intake.take(body(4)) == nil)
        #expect(try intake.take(.end(nil)) == nil)
    }

    @Test(arguments: [
        "a", "A.test:8080", "a:", "127.0.0.1:80", "[::1]", "[FE80::1]:80", "a_b-c.d", "b.a.localhost:9000",
        "a.", "",
    ])
    func `these are hosts`(host: String) throws {
        var intake = RequestIntake(limit: { _ in 10 })
        _ = try intake.take(head(["Host": host]))
        #expect(try intake.take(.end(nil))?.request.authority == host)
    }

    @Test func `an old client need not name a host`() throws {
        var intake = RequestIntake(limit: { _ in 10 })
        let head = HTTPRequestHead(version: .http1_0, method: .GET, uri: "/x")
        #expect(try intake.take(.head(head)) == nil)
        let request = try #require(try intake.take(.end(nil))?.request)
        #expect(request.authority == nil && request.path == "/x")
    }

    @Test func `one that announces too much is refused once, and what follows is passed over`() throws {
        var intake = RequestIntake(limit: { _ in 10 })
        let arrival = try #require(try intake.take(head(["Content-Length": "11"])))
        #expect(arrival.body == nil)
        #expect(try intake.take(body(11)) == nil)
        #expect(intake.isAmidRequest)
        #expect(try intake.take(.end(nil)) == nil)
        #expect(try intake.take(head()) == nil)
        #expect(try intake.take(.end(nil))?.body == [])
    }

    @Test func `one that turns out too large is refused at that piece`() throws {
        var intake = RequestIntake(limit: { _ in 10 })
        #expect(try intake.take(head()) == nil)
        #expect(try intake.take(body(10)) == nil)
        let arrival = try #require(try intake.take(body(1)))
        #expect(arrival.body == nil)
        #expect(try intake.take(body(9)) == nil)
        #expect(try intake.take(.end(nil)) == nil)
    }

    @Test func `a connection is kept unless the request says otherwise`() throws {
        var intake = RequestIntake(limit: { _ in 10 })
        _ = try intake.take(head(["Connection": "close"]))
        #expect(try intake.take(.end(nil))?.keepsAlive == false)
    }
}
