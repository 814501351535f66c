import CurlHTTP
import HTTPTypes
import TestSupport
import Testing

struct ResponseHeadParserTests {
    /// Feeds lines and returns what the last one led to.
    private func parse(_ lines: String...) -> ResponseHeadParser.Step {
        var parser = ResponseHeadParser()
        var step = ResponseHeadParser.Step.more
        for line in lines { step = parser.consume(Array((line + "\r\n").utf8)) }
        return step
    }

    private func head(_ lines: String...) throws -> HTTPResponse {
        var parser = ResponseHeadParser()
        for line in lines { expect(parser.consume(Array((line + "\r\n").utf8)), is: .more) }
        guard case .complete(let head) = parser.consume(Array("\r\n".utf8)) else {
            throw ParseFailure()
        }
        return head
    }

    private struct ParseFailure: Error {}

    @Test func `a head is complete with its empty line`() throws {
        let head = try head("HTTP/1.1 404 Not Found", "Content-Type: text/html")
        #expect(head.status == .notFound)
        #expect(head.status.reasonPhrase == "Not Found")
        #expect(head.headerFields == [.contentType: "text/html"])
    }

    @Test(arguments: [
        "HTTP/1.0 200 OK", "HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/2 200", "HTTP/3 200 Very well done",
    ])
    func `a status line of any version is read`(line: String) throws {
        #expect(try head(line).status.code == 200)
    }

    @Test(arguments: [
        "", "ICY 200 OK", "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 abc OK",
        "HTTP/1.1 099 Low",
        "HTTP/1.1 -20 OK", "<html>", "HTTP/1.1 ２００ OK",
    ])
    func `what is no status line is not HTTP`(line: String) {
        #expect(parse(line) == .malformed)
    }

    @Test func `a status without a standard meaning is kept`() throws {
        #expect(try head("HTTP/1.1 999 Odd").status.code == 999)
    }

    @Test func `repeated fields are kept, in order`() throws {
        let head = try head("HTTP/1.1 200 OK", "Set-Cookie: a=1", "Via: x", "set-cookie: b=2")
        #expect(head.headerFields[values: .setCookie] == ["a=1", "b=2"])
        #expect(head.headerFields.count == 3)
    }

    @Test func `space around a value does not belong to it`() throws {
        let head = try head("HTTP/1.1 200 OK", "Server: \t two words \t", "X-Empty:", "X-Colon: a:b")
        #expect(head.headerFields[.server] == "two words")
        #expect(head.headerFields[try #require(HTTPField.Name("X-Empty"))] == "")
        #expect(head.headerFields[try #require(HTTPField.Name("X-Colon"))] == "a:b")
    }

    @Test func `a folded value goes on after one space`() throws {
        let head = try head("HTTP/1.1 200 OK", "Server: one", "  two", "\tthree", "Via: x")
        #expect(head.headerFields[.server] == "one two three")
        #expect(head.headerFields[.via] == "x")
    }

    @Test func `a line that is no field is passed over`() throws {
        let head = try head("HTTP/1.1 200 OK", "no colon here", "bad name: x", ": y", "Via: z")
        #expect(head.headerFields == [.via: "z"])
    }

    @Test func `a fold before the first field is passed over`() throws {
        #expect(try head("HTTP/1.1 200 OK", " stray").headerFields.isEmpty)
    }

    @Test func `an interim response is followed by the real one`() throws {
        var parser = ResponseHeadParser()
        expect(parser.consume(Array("HTTP/1.1 103 Early Hints\r\n".utf8)), is: .more)
        expect(parser.consume(Array("Link: </a>\r\n".utf8)), is: .more)
        expect(parser.consume(Array("\r\n".utf8)), is: .interim)
        expect(parser.consume(Array("HTTP/1.1 204 No Content\r\n".utf8)), is: .more)
        expect(parser.consume(Array("\r\n".utf8)), is: .complete(HTTPResponse(status: .noContent)))
    }

    @Test func `a line may end in a bare line feed or in nothing`() {
        var parser = ResponseHeadParser()
        expect(parser.consume(Array("HTTP/1.1 200 OK".utf8)), is: .more)
        expect(parser.consume(Array("Via: x\n".utf8)), is: .more)
        expect(parser.consume([]), is: .complete(HTTPResponse(status: .ok, headerFields: [.via: "x"])))
    }
}
