import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

extension HTTPClient {
    /// A client with some settings changed.
    static func make(_ change: (inout HTTPClientConfiguration) -> Void = { _ in }) -> HTTPClient {
        var configuration = HTTPClientConfiguration()
        change(&configuration)
        return HTTPClient(configuration: configuration)
    }

    /// The error that a request ends with; a recorded issue if it succeeds.
    func failure(
        of request: HTTPRequest, body: [UInt8] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async -> HTTPTransportError {
        do {
            let response = try await send(request, body: body)
            Issue.record("the request succeeded with \(response.head.status)", sourceLocation: sourceLocation)
            return HTTPTransportError(.other, "none")
        } catch {
            return error
        }
    }
}

extension HTTPRequest {
    /// A plain request to a loopback server.
    static func make(
        _ method: HTTPRequest.Method, _ authority: String, path: String = "/", fields: HTTPFields = [:],
        scheme: String = "http"
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, headerFields: fields)
    }

    /// A GET request to a loopback server.
    static func make(_ authority: String, path: String = "/", fields: HTTPFields = [:]) -> HTTPRequest {
        make(.get, authority, path: path, fields: fields)
    }
}

extension HTTPResponseBody {
    /// Reads the body to its end.
    func collect() async throws(HTTPTransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in self { bytes += piece }
        return bytes
    }
}

/// `#expect(actual == expected)` for a call that changes its receiver, which the macro does not take.
func expect<Value: Equatable>(
    _ actual: Value, is expected: Value, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual == expected, comment, sourceLocation: sourceLocation)
}

/// Lets other tasks run until a condition holds, or this task is cancelled.
func yieldUntil(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
