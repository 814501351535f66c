import ClientCore
import HTTPTransport
import HTTPTypes
import PrintableText

/// A request to a server that says who this program is: another cloud's metadata server, for example.
struct SubjectRequest: Sendable {
    /// Who asks for a token, for messages.
    let subject: String
    let transport: any HTTPTransport

    /// Sends a request without a body, and expects status 200.
    ///
    /// - Parameters:
    ///   - what: What is asked for, for messages: `AWS's region`.
    ///   - fields: The header fields.
    /// - Returns: The body, as text.
    func text(
        _ url: ServiceURL, by method: HTTPRequest.Method = .get, for what: String,
        fields: [(name: String, value: Secret)] = []
    ) async throws(GoogleCredentialsError) -> String {
        var request = HTTPRequest(
            method: method, scheme: url.address.scheme, authority: url.address.authority, path: url.path)
        for field in fields {
            guard let name = HTTPField.Name(field.name) else { continue }
            request.headerFields.append(HTTPField(name: name, value: field.value.text))
        }
        let secrets = fields.map(\.value)
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await transport.send(request, body: [])
        } catch {
            throw GoogleCredentialsError(error, subject: subject, secrets: secrets)
        }
        let status = response.head.status.code
        let start = "No access token for \(subject): \(url.address.authority)"
        guard status == 200 else {
            let isTransient = status >= 500 || status == 408 || status == 429
            throw GoogleCredentialsError(
                isTransient ? .unavailable : .refused,
                "\(start) answered with status \(status) to the request for \(what). "
                    + (isTransient
                        ? "Try again later."
                        : "Check the URL, and what this program is allowed to do there."),
                retryAfter: response.head.retryAfter.map { min($0, .seconds(3600)) })
        }
        guard let text = String(validating: response.body, as: UTF8.self), !text.isEmpty else {
            throw invalid(url, "is empty, or is not text, for \(what)")
        }
        return text
    }

    /// The error for an answer that makes no sense.
    func invalid(_ url: ServiceURL, _ what: String) -> GoogleCredentialsError {
        GoogleCredentialsError(
            .invalidAnswer,
            "No access token for \(subject): the answer of \(url.address.authority) \(what). "
                + "Does something else answer in its place?")
    }
}
