import HTTPTransport
import HTTPTypes
import Testing

struct CheckedRequestTests {
    private func checked(
        _ method: HTTPRequest.Method = .get, path: String? = "/", fields: HTTPFields = [:], body: String = ""
    ) throws(HTTPTransportError) -> CheckedRequest {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "a", path: path, headerFields: fields
        )
        return try CheckedRequest(request, body: Array(body.utf8), userAgent: "agent")
    }

    private func refuses(_ body: () throws(HTTPTransportError) -> CheckedRequest) -> Bool {
        do {
            _ = try body()
            return false
        } catch {
            return error.kind == .invalidRequest
        }
    }

    @Test(arguments: [UInt8]([0x01, 0x08, 0x0B, 0x1B, 0x1F, 0x7F]))
    func `a control character in a value is refused`(byte: UInt8) throws {
        let name = try #require(HTTPField.Name("X-Evil"))
        let field = HTTPField(name: name, lenientValue: [0x61, byte, 0x62])
        #expect(refuses { () throws(HTTPTransportError) in try checked(fields: HTTPFields([field])) })
    }

    @Test(arguments: [([0x0D], false), ([0x0A], false), ([0x00], false), ([0x61, 0x09, 0xC3, 0xA4], true)])
    func `the last check before the wire knows every byte that ends a line`(bytes: [UInt8], isClean: Bool) {
        #expect(CheckedRequest.isClean(bytes) == isClean)
    }

    @Test(arguments: [nil, "", "a", "*", "?a=b", "/a b", "/a\r\nX: y", "/a#b", "/ä", "/a\0b", "/a\u{7F}b"])
    func `a path that would not arrive as it is is refused`(path: String?) {
        #expect(refuses { () throws(HTTPTransportError) in try checked(path: path) })
    }

    @Test func `a path is taken as it is`() throws {
        let path = "/v1/projects/p/databases/(default)/documents/a%2Fb/../c:commit?x=%5B1%5D&y='z'"
        #expect(try checked(path: path).url == "http://a:80" + path)
    }

    @Test func `framing is the client's own affair`() throws {
        let request = try checked(.post, fields: [.contentLength: "2"], body: "{}")
        #expect(request.fields[.contentLength] == nil)
        #expect(
            refuses { () throws(HTTPTransportError) in
                try checked(.post, fields: [.contentLength: "3"], body: "{}")
            })
        for name in [HTTPField.Name.transferEncoding, .expect, .upgrade, .te, .trailer] {
            #expect(
                refuses { () throws(HTTPTransportError) in try checked(.post, fields: [name: "chunked"]) })
        }
    }

    @Test func `methods that the client cannot carry are refused`() {
        #expect(refuses { () throws(HTTPTransportError) in try checked(.connect) })
        #expect(refuses { () throws(HTTPTransportError) in try checked(.head, body: "x") })
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, true), (.head, true), (.options, true), (.put, true), (.delete, true),
        (.post, false), (.patch, false),
    ])
    func `only idempotent methods may be written twice`(method: HTTPRequest.Method, isIdempotent: Bool) throws
    {
        #expect(try checked(method).isIdempotent == isIdempotent)
    }
}
