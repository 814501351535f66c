import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport

/// A server that answers one commit in ten without carrying it out.
final class ForgetfulServer: HTTPStreamingTransport {
    private let base: any HTTPStreamingTransport
    private let generator: Mutex<SeededGenerator>

    init(_ base: any HTTPStreamingTransport, seed: UInt64) {
        self.base = base
        generator = Mutex(SeededGenerator(seed: seed))
    }

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        guard request.path?.contains(":commit") == true, generator.withLock({ $0.oneIn(10) }) else {
            return try await base.send(request, body: body)
        }
        let result = #"{"updateTime":"2026-01-01T00:00:00Z"}"#
        let text = #"{"writeResults":[\#(result)],"commitTime":"2026-01-01T00:00:00Z"}"#
        return HTTPExchangeResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
            body: Array(text.utf8))
    }

    func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse { try await base.open(request, body: body) }
}
