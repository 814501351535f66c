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
        .head(HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers))
    }

    private func body(_ count: Int) -> HTTPServerRequestPart {
        .body(ByteBuffer(repeating: 7, count: count))
    }

    @Test func `a request is there when its end is`() throws {
        var intake = RequestIntake(limit: 10)
        #expect(try intake.take(head()) == nil)
        #expect(intake.isAmidRequest)
        #expect(try intake.take(body(4)) == nil)
        #expect(try intake.take(body(6)) == nil)
        let arrival = try intake.take(.end(nil))
        #expect(arrival?.body == Array(repeating: 7, count: 10) && arrival?.keepsAlive == true)
        #expect(!intake.isAmidRequest)
    }

    @Test func `host and fields find their place`() throws {
        var intake = RequestIntake(limit: 10)
        _ = try intake.take(head(["HOST": "a:1", "X-One": "1", "x-one": "2", "Host": "b"], method: .PATCH))
        let request = try #require(try intake.take(.end(nil))?.request)
        #expect(request.method == .patch && request.authority == "a:1" && request.path == "/x")
        #expect(request.headerFields.map(\.value) == ["1", "2", "b"])
    }

    @Test(arguments: [
        ("/a?b=http://c/d", "/a?b=http://c/d"), ("http://h:1/a?b", "/a?b"), ("http://h", "/"), ("*", "*"),
    ])
    func `the target may be a whole URL`(uri: String, path: String) throws {
        var intake = RequestIntake(limit: 10)
        _ = try intake.take(head(uri: uri))
        #expect(try intake.take(.end(nil))?.request.path == path)
    }

    @Test func `one that announces too much is refused once, and what follows is passed over`() throws {
        var intake = RequestIntake(limit: 10)
        let arrival = try #require(try intake.take(head(["Content-Length": "11"])))
        #expect(arrival.body == nil)
        #expect(try intake.take(body(11)) == nil)
        #expect(intake.isAmidRequest)
        #expect(try intake.take(.end(nil)) == nil)
        #expect(try intake.take(head()) == nil)
        #expect(try intake.take(.end(nil))?.body == [])
    }

    @Test func `one that turns out too large is refused at that piece`() throws {
        var intake = RequestIntake(limit: 10)
        #expect(try intake.take(head()) == nil)
        #expect(try intake.take(body(10)) == nil)
        let arrival = try #require(try intake.take(body(1)))
        #expect(arrival.body == nil)
        #expect(try intake.take(body(9)) == nil)
        #expect(try intake.take(.end(nil)) == nil)
    }

    @Test func `a connection is kept unless the request says otherwise`() throws {
        var intake = RequestIntake(limit: 10)
        _ = try intake.take(head(["Connection": "close"]))
        #expect(try intake.take(.end(nil))?.keepsAlive == false)
    }
}
