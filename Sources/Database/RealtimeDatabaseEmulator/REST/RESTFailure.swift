import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel

/// Why a request is refused: `{"error": "…"}` with a status.
///
/// Source: https://firebase.google.com/docs/reference/rest/database#section-error-conditions
struct RESTFailure: Error, Sendable, Equatable {
    let status: HTTPResponse.Status
    let message: String
    /// The number of the deciding rules decision, if it is kept.
    var decision: Int?

    /// A malformed request.
    static func badRequest(_ message: String) -> RESTFailure {
        RESTFailure(status: .badRequest, message: message)
    }

    /// The sender is unknown, or may not do that.
    static func unauthorized(_ message: String) -> RESTFailure {
        RESTFailure(status: .unauthorized, message: message)
    }

    /// The rules do not allow it.
    init(_ denial: RulesDenial) {
        self.init(
            status: .unauthorized, message: RESTFailure.permissionDenied, decision: denial.decision)
    }

    static let permissionDenied = "Permission denied"

    init(status: HTTPResponse.Status, message: String, decision: Int? = nil) {
        self.status = status
        self.message = message
        self.decision = decision
    }

    /// There is nothing at the path.
    static func notFound(_ message: String) -> RESTFailure {
        RESTFailure(status: .notFound, message: message)
    }

    /// The path does not support this method.
    static let methodNotAllowed = RESTFailure(
        status: .methodNotAllowed, message: "The method must be GET, PUT, PATCH, POST or DELETE.")

    /// The response.
    var response: HTTPExchangeResponse {
        var writer = JSONWriter(.compact)
        writer.object { $0.member("error") { $0.string(message) } }
        var response = HTTPExchangeResponse.json(status, writer.bytes)
        if let decision {
            response.head.headerFields[.rulesDecision] = String(decision)
            response.head.headerFields[.accessControlExposeHeaders] = HTTPField.Name.rulesDecision.rawName
        }
        return response
    }
}

extension HTTPExchangeResponse {
    /// A response with JSON.
    static func json(_ status: HTTPResponse.Status, _ body: [UInt8]) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(
                status: status,
                headerFields: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-cache"]),
            body: body)
    }

    /// A response with plain text.
    static func text(_ status: HTTPResponse.Status, _ text: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: status, headerFields: [.contentType: "text/plain; charset=utf-8"]),
            body: Array(text.utf8))
    }
}
