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
}

extension HTTPResponseBody {
    /// Reads the body to its end.
    func collect() async throws(HTTPTransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in self { bytes += piece }
        return bytes
    }
}
