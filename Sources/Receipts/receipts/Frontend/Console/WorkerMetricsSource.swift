import CurlHTTP
import HTTPTransport
import HTTPTypes

/// Reads the metrics of a worker at an address.
struct WorkerMetricsSource: Sendable {
    private let request: HTTPRequest

    /// - Parameters:
    ///   - address: An address such as `http://127.0.0.1:8090/metrics`; nil is returned for anything else.
    ///   - token: What a worker on another machine must be shown.
    init?(_ address: String, token: String?) {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, ["http:", "https:"].contains(parts[0]), parts[1].isEmpty, !parts[2].isEmpty,
            !address.contains(where: \.isWhitespace)
        else { return nil }
        var request = HTTPRequest(
            method: .get, scheme: String(parts[0].dropLast()), authority: String(parts[2]),
            path: "/" + (parts.count > 3 ? String(parts[3]) : "metrics"))
        if let token { request.headerFields[.authorization] = "Bearer \(token)" }
        self.request = request
    }

    /// The text; nil if the worker does not answer.
    func text(over transport: any HTTPTransport) async -> String? {
        guard let response = try? await transport.send(request, body: []),
            response.head.status.kind == .successful
        else { return nil }
        return String(decoding: response.body, as: UTF8.self)
    }
}
