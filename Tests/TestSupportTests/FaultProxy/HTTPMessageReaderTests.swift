import Testing

@testable import TestSupport

@Suite struct HTTPMessageReaderTests {
    private static let requests = [
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /a HTTP/1.1\r\nhost: x\r\ncontent-length:5\r\n\r\nhello",
        "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=y\r\n\r\n456789\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n!\r\n0\r\nTrailer: t\r\n\r\n",
        "POST /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
    ]

    @Test func `requests are told apart however they are cut`() throws {
        let all = Array(Self.requests.joined().utf8)
        for size in [1, 2, 3, 7, 50, all.count] {
            var reader = HTTPMessageReader(.requests)
            var found: [String] = []
            for start in stride(from: 0, to: all.count, by: size) {
                reader.append(all[start..<min(start + size, all.count)])
                while let message = try reader.next() {
                    found.append(String(decoding: message.bytes, as: UTF8.self))
                }
            }
            #expect(found == Self.requests, "in pieces of \(size)")
            #expect(reader.bytes.isEmpty)
        }
    }

    @Test(arguments: [
        ("GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"),
        ("GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"),
        ("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
        ("GET", "HTTP/1.1 204 No Content\r\n\r\n"), ("GET", "HTTP/1.1 304 Not Modified\r\n\r\n"),
        ("GET", "HTTP/1.1 100 Continue\r\n\r\n"),
    ])
    func `an answer ends where its request and its head say`(method: String, text: String) throws {
        var reader = HTTPMessageReader(.answers)
        let bytes = Array(text.utf8)
        reader.append(bytes.dropLast())
        #expect(try reader.next(method: method) == nil)
        reader.append(bytes.suffix(1))
        #expect(try reader.next(method: method)?.bytes == bytes)
        #expect(reader.head == nil)
    }

    @Test func `an answer without a length ends with the connection`() throws {
        var reader = HTTPMessageReader(.answers)
        reader.append("HTTP/1.0 200 OK\r\n\r\nall the rest".utf8)
        #expect(try reader.next(method: "GET") == nil)
        let answer = try #require(try reader.next(method: "GET", isAtEnd: true))
        #expect(String(decoding: answer.bytes, as: UTF8.self).hasSuffix("all the rest"))
        #expect(answer.head.closesConnection && answer.head.status == 200)
    }

    @Test(arguments: [
        "", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "not HTTP\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
    ])
    func `what is cut off or no answer is broken`(text: String) {
        var reader = HTTPMessageReader(.answers)
        reader.append(text.utf8)
        #expect(throws: (any Error).self) { try reader.next(method: "GET", isAtEnd: true) }
    }

    @Test func `an answer is cut in its head or in its body`() throws {
        var reader = HTTPMessageReader(.answers)
        let (head, body) = ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", "abcd")
        reader.append((head + body).utf8)
        let answer = try #require(try reader.next())
        #expect(Array(answer.prefix(upTo: .body)) == Array((head + "ab").utf8))
        #expect(Array(answer.prefix(upTo: .head)) == Array(head.utf8.prefix(head.utf8.count / 2)))
        reader.append("HTTP/1.1 204 No Content\r\n\r\n".utf8)
        let empty = try #require(try reader.next())
        #expect(empty.prefix(upTo: .body).count < empty.head.length)
    }
}
