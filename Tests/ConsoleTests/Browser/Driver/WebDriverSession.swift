import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport

/// Sends the commands of one session to chromedriver, and returns its responses.
struct WebDriverSession: Sendable {
    let transport: any HTTPTransport
    /// The address of chromedriver: `127.0.0.1:PORT`.
    let authority: String
    /// `/session/ID`.
    let path: String

    /// Starts a browser.
    init(_ transport: any HTTPTransport, _ authority: String, capabilities: JSON) async throws(WebDriverError)
    {
        let request = HTTPRequest(method: .post, scheme: "http", authority: authority, path: "/session")
        let body: JSON = ["capabilities": ["alwaysMatch": capabilities]]
        let answer = try await Self.exchange(transport, request, body)
        guard let id = answer["sessionId"]?.string else {
            throw WebDriverError("session not created", "chromedriver named no session")
        }
        self.transport = transport
        self.authority = authority
        path = "/session/\(id)"
    }

    /// Gets a property of the session, such as `title`.
    func get(_ name: String) async throws(WebDriverError) -> JSON { try await send(.get, "/\(name)", nil) }

    /// Sends a command to the session, such as `url`.
    @discardableResult
    func post(_ name: String, _ parameters: JSON = [:]) async throws(WebDriverError) -> JSON {
        try await send(.post, "/\(name)", parameters)
    }

    /// Ends the session and its browser.
    func delete() async throws(WebDriverError) { _ = try await send(.delete, "", nil) }

    private func send(
        _ method: HTTPRequest.Method, _ name: String, _ body: JSON?
    ) async throws(WebDriverError) -> JSON {
        let request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path + name)
        return try await Self.exchange(transport, request, body)
    }

    private static func exchange(
        _ transport: any HTTPTransport, _ request: HTTPRequest, _ body: JSON?
    ) async throws(WebDriverError) -> JSON {
        var request = request
        if body != nil { request.headerFields[.contentType] = "application/json" }
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await transport.send(request, body: body.map { Array($0.compactText.utf8) } ?? [])
        } catch {
            throw WebDriverError(error)
        }
        let value: JSON
        do throws(JSONParser.Failure) {
            value = try JSONParser.parse(response.body)["value"] ?? .null
        } catch {
            throw WebDriverError("unknown error", "\(response.head.status), and the answer is \(error)")
        }
        if response.head.status.kind == .successful { return value }
        throw WebDriverError(value["error"]?.string ?? "unknown error", value["message"]?.string ?? "")
    }
}
