import FirestoreModel
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("The way to the past")
struct PastTransportTests {
    /// Remembers what it is sent.
    private final class Recorder: HTTPTransport {
        let sent = Mutex<[(path: String?, body: String)]>([])

        func send(
            _ request: HTTPRequest, body: [UInt8]
        ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
            sent.withLock { $0.append((request.path, String(decoding: body, as: UTF8.self))) }
            return HTTPExchangeResponse(head: HTTPResponse(status: .ok))
        }
    }

    private let time = Timestamp(seconds: 1_790_000_000, nanoseconds: 5000)
    private let recorder = Recorder()

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> Int {
        let request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:1", path: path)
        let response = try await PastTransport(base: recorder, time: time).send(
            request, body: Array(body.utf8))
        return response.head.status.code
    }

    @Test func `reads get the time, in the address or in the body`() async throws {
        let text = "2026-09-21T14:13:20.000005Z"
        #expect(try await send(.get, "/v1/documents/a/b") == 200)
        #expect(try await send(.get, "/v1/documents/a?pageSize=3") == 200)
        #expect(
            try await send(.post, "/v1/documents:runQuery?prettyPrint=false", #"{"structuredQuery":{}}"#)
                == 200)
        #expect(try await send(.post, "/v1/documents:batchGet", "{ }") == 200)
        let sent = recorder.sent.withLock { $0 }
        #expect(
            sent.map(\.path) == [
                "/v1/documents/a/b?readTime=\(text)", "/v1/documents/a?pageSize=3&readTime=\(text)",
                "/v1/documents:runQuery?prettyPrint=false", "/v1/documents:batchGet",
            ])
        #expect(sent[2].body == #"{"readTime":"\#(text)","structuredQuery":{}}"#)
        #expect(sent[3].body == #"{"readTime":"\#(text)" }"#)
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, "/v1/documents:commit"), (.post, "/v1/documents:batchWrite"),
        (.post, "/v1/documents/a"), (.patch, "/v1/documents/a/b:runQuery"), (.delete, "/v1/documents/a/b"),
        (.post, "/v1/documents:beginTransaction"),
    ])
    func `everything else is refused, and never sent`(method: HTTPRequest.Method, path: String) async throws {
        #expect(try await send(method, path, #"{"writes":[]}"#) == 400)
        #expect(recorder.sent.withLock { $0.isEmpty })
    }
}
