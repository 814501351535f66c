import HTTPTransport
import HTTPTypes

@testable import HTTPServing

extension HTTPService {
    /// Serves on a free port while a closure runs, in both versions of HTTP, and says what was asked.
    static func echoing(
        open: @escaping StreamOpening = { _, _ in nil },
        to test: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await serving(echo, open: open, to: test)
    }

    private static let echo: Answer = { request, body in
        guard let body else { return .now(answer("too large")) }
        let text = "\(request.method) \(request.authority ?? "-")\(request.path ?? "-") \(body.count)"
        switch request.path {
        case "/later": return .later { answer(text) }
        case "/pieces":
            return .stream(HTTPResponse(status: .ok)) {
                AsyncStream { pieces in
                    for number in 1...3 { pieces.yield(Array("\(number).".utf8)) }
                    pieces.finish()
                }
            }
        case _: return .now(answer(text))
        }
    }

    private static func answer(_ text: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"]),
            body: Array(text.utf8))
    }
}
