import CurlHTTP
import HTTPTransport
import HTTPTypes
import Testing

struct RequestPlanTests {
    private func plan(
        _ method: HTTPRequest.Method = .get, path: String? = "/", fields: HTTPFields = [:], body: String = ""
    ) throws(HTTPTransportError) -> RequestPlan {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "a", path: path, headerFields: fields
        )
        return try RequestPlan(request, body: Array(body.utf8), userAgent: "agent")
    }

    private func lines(_ plan: RequestPlan) -> [String] {
        plan.headerBlock.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private func refuses(_ body: () throws(HTTPTransportError) -> RequestPlan) -> Bool {
        do {
            _ = try body()
            return false
        } catch {
            return error.kind == .invalidRequest
        }
    }

    @Test func `a field becomes a line`() throws {
        let plan = try plan(
            .post, fields: [.contentType: "application/json", .userAgent: "mine"], body: "{}")
        #expect(lines(plan) == ["Content-Type: application/json", "User-Agent: mine", "Expect:"])
    }

    @Test func `what curl would add by itself is taken back`() throws {
        #expect(lines(try plan(.post)) == ["User-Agent: agent", "Content-Type:", "Expect:"])
    }

    @Test func `an empty value is sent, not left out`() throws {
        let name = try #require(HTTPField.Name("X-Empty"))
        #expect(lines(try plan(fields: [name: ""])).contains("X-Empty;"))
    }

    @Test func `repeated fields stay apart`() throws {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .via, value: "a"))
        fields.append(HTTPField(name: .via, value: "b"))
        #expect(lines(try plan(fields: fields)).filter { $0.hasPrefix("Via") } == ["Via: a", "Via: b"])
    }

    @Test func `a line break in a value cannot begin a new line`() throws {
        let name = try #require(HTTPField.Name("X-Evil"))
        for value in ["a\r\nX-Injected: b", "a\nX-Injected: b", "a\rX-Injected: b"] {
            let lines = lines(try plan(fields: [name: value]))
            #expect(!lines.contains { $0.hasPrefix("X-Injected") || $0.contains("\n") || $0.contains("\r") })
        }
    }

    @Test(arguments: [UInt8]([0x01, 0x08, 0x0B, 0x1B, 0x1F, 0x7F]))
    func `a control character in a value is refused`(byte: UInt8) throws {
        let name = try #require(HTTPField.Name("X-Evil"))
        let field = HTTPField(name: name, lenientValue: [0x61, byte, 0x62])
        #expect(refuses { () throws(HTTPTransportError) in try plan(fields: HTTPFields([field])) })
    }

    @Test(arguments: [([0x0D], false), ([0x0A], false), ([0x00], false), ([0x61, 0x09, 0xC3, 0xA4], true)])
    func `the last check before the wire knows every byte that ends a line`(bytes: [UInt8], isClean: Bool) {
        #expect(RequestPlan.isClean(bytes) == isClean)
    }

    @Test(arguments: [nil, "", "a", "*", "?a=b", "/a b", "/a\r\nX: y", "/a#b", "/ä", "/a\0b", "/a\u{7F}b"])
    func `a path that would not arrive as it is is refused`(path: String?) {
        #expect(refuses { () throws(HTTPTransportError) in try plan(path: path) })
    }

    @Test func `a path is taken as it is`() throws {
        let path = "/v1/projects/p/databases/(default)/documents/a%2Fb/../c:commit?x=%5B1%5D&y='z'"
        #expect(try plan(path: path).url == "http://a:80" + path)
    }

    @Test func `framing is the client's own affair`() throws {
        #expect(
            !lines(try plan(.post, fields: [.contentLength: "2"], body: "{}")).contains {
                $0.contains("Length")
            })
        #expect(
            refuses { () throws(HTTPTransportError) in
                try plan(.post, fields: [.contentLength: "3"], body: "{}")
            })
        for name in [HTTPField.Name.transferEncoding, .expect, .upgrade, .te, .trailer] {
            #expect(refuses { () throws(HTTPTransportError) in try plan(.post, fields: [name: "chunked"]) })
        }
    }

    @Test func `methods that the client cannot carry are refused`() {
        #expect(refuses { () throws(HTTPTransportError) in try plan(.connect) })
        #expect(refuses { () throws(HTTPTransportError) in try plan(.head, body: "x") })
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, true), (.head, true), (.options, true), (.put, true), (.delete, true),
        (.post, false), (.patch, false),
    ])
    func `only idempotent methods may be written twice`(method: HTTPRequest.Method, isIdempotent: Bool) throws
    {
        #expect(try plan(method).isIdempotent == isIdempotent)
    }
}
