import ClientCore
import HTTPTransport
import HTTPTypes
import PrintableText

/// Exchanges a grant for an access token: one POST of a form.
struct TokenExchange: Sendable {
    let endpoint: TokenEndpoint
    let transport: any HTTPTransport
    /// Who asks, where the client has a name and password of its own.
    var client: ClientPassword?

    /// Sends a form and reads the answer.
    ///
    /// - Parameters:
    ///   - fields: The fields of the form, in order.
    ///   - answer: Reads the answer, and words failures.
    func post(
        _ fields: [(name: String, value: String)], reading answer: TokenAnswer
    ) async throws(GoogleCredentialsError) -> AccessToken {
        try answer.token(try await response(to: fields, subject: answer.subject, secrets: answer.secrets))
    }

    /// Sends a form.
    ///
    /// - Parameters:
    ///   - fields: The fields of the form, in order.
    ///   - subject: Who asks for a token, for messages.
    ///   - secrets: What messages must not contain.
    /// - Returns: The server's answer, with any status.
    func response(
        to fields: [(name: String, value: String)], subject: String, secrets: [Secret]
    ) async throws(GoogleCredentialsError) -> HTTPExchangeResponse {
        var request = HTTPRequest(
            method: .post, scheme: endpoint.address.scheme, authority: endpoint.address.authority,
            path: endpoint.path,
            headerFields: [
                .contentType: "application/x-www-form-urlencoded", .accept: "application/json",
            ])
        if let client { request.headerFields[.authorization] = client.field }
        do throws(HTTPTransportError) {
            return try await transport.send(request, body: FormBody(fields: fields).bytes)
        } catch {
            throw GoogleCredentialsError(error, subject: subject, secrets: secrets)
        }
    }
}

extension GoogleCredentialsError {
    /// The error when no complete response arrived.
    init(_ error: HTTPTransportError, subject: String, secrets: [Secret]) {
        let kind: Kind
        let advice: String
        switch error.kind {
        case .unreachable, .connectionLost, .timedOut, .other:
            (kind, advice) = (.unavailable, "Check the network and try again.")
        case .tlsFailed:
            (kind, advice) = (
                .refused,
                "Check this machine's clock; behind a company's proxy, set SSL_CERT_FILE to a file with its certificate authority."
            )
        case .invalidRequest: (kind, advice) = (.refused, "Check the address of the token server.")
        case .responseTooLarge: (kind, advice) = (.invalidAnswer, "Does something else answer in its place?")
        case .cancelled: (kind, advice) = (.cancelled, "The request was cancelled.")
        }
        let words = error.message.redacting(secrets).beginning(limit: 300)
        self.init(kind, "No access token for \(subject): \(words). \(advice)")
    }
}
