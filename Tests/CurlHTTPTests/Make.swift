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

extension HTTPResponseBody {
    /// Reads the body to its end.
    func collect() async throws(HTTPTransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in self { bytes += piece }
        return bytes
    }
}
