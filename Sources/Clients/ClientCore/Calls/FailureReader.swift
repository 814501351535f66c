import CoreValues
package import HTTPTransport
package import HTTPTypes

/// Turns a response, or the lack of one, into the failure of an attempt, and explains it in one line.
package struct FailureReader<Failure: CallError>: Sendable {
    /// The call, for people.
    package let subject: String
    package let address: HostAddress
    package let credentials: Credentials
    /// The caller's token. It is removed from the server's words, in case they quote it.
    private let token: String?
    private let isTokenInURL: Bool

    /// - Parameter isTokenInURL: Whether the request's URL contains the token, so that errors of the transport may quote it.
    package init(
        subject: String, address: HostAddress, credentials: Credentials, token: String?,
        isTokenInURL: Bool = false
    ) {
        self.subject = subject
        self.address = address
        self.credentials = credentials
        self.token = token
        self.isTokenInURL = isTokenInURL
    }

    package func failure(
        _ code: Failure.Code, _ reason: String, _ traits: FailureTraits, serverMessage: String? = nil,
        underlying: (any Error)? = nil
    ) -> AttemptFailure<Failure> {
        AttemptFailure(
            Failure(
                code, "\(subject) failed: \(reason)", serverMessage: serverMessage,
                isRetryable: traits.persistence != .permanent, isOutcomeUnknown: false, attempts: 0,
                underlying: underlying),
            traits)
    }

    /// The text without the token.
    package func redacted(_ text: String) -> String {
        // Short tokens are not secret, and occur in many words. Searching takes time, and most refusals are shorter than a token.
        guard let token, token.utf8.count >= 16, text.utf8.count >= token.utf8.count else { return text }
        return text.replacing(token, with: "...").replacing(token.percentEncoded, with: "...")
    }

    // MARK: No response

    /// The failure when no complete response arrived.
    package func noResponse(_ error: HTTPTransportError) -> AttemptFailure<Failure> {
        let detail = redacted(error.message).oneLine(limit: 200)
        let traits = FailureTraits(transport: error.kind)
        let underlying = isTokenInURL ? HTTPTransportError(error.kind, detail) : error
        let (code, reason): (Failure.Code, String)
        switch error.kind {
        case .unreachable:
            code = .unavailable
            reason = "no connection to \(address) (\(detail)). Is \(Failure.service.server) listening there?"
        case .connectionLost:
            code = .unavailable
            reason = "the connection to \(address) was lost before the answer was complete (\(detail))."
        case .timedOut:
            code = .deadlineExceeded
            reason = "no answer from \(address) in time (\(detail))."
        case .tlsFailed:
            code = .unavailable
            let cause = redacted(error.cause ?? error.message).oneLine(limit: 200)
            reason =
                "no secure connection to \(address) (\(cause)). Check this machine's clock; behind a company's proxy, set "
                + "SSL_CERT_FILE to a file with its certificate authority."
        case .responseTooLarge:
            code = .resourceExhausted
            reason = "the answer of \(address) is too large (\(detail)). Ask for less at a time."
        case .invalidRequest:
            code = .invalidArgument
            reason = "the request to \(address) cannot be sent (\(detail))."
        case .cancelled:
            return AttemptFailure(.cancelled(subject, underlying: underlying), traits)
        case .other:
            code = .unknown
            reason = "no answer from \(address) (\(detail))."
        }
        return failure(code, reason, traits, underlying: underlying)
    }

    // MARK: A response of the service

    /// The failure that the service itself reports.
    ///
    /// - Parameters:
    ///   - status: What it answered: a name or a number.
    ///   - message: Its own words.
    ///   - hint: What to do, or empty.
    package func refusal(
        _ code: Failure.Code, status: String, message: String?, hint: String, _ traits: FailureTraits,
        _ head: HTTPResponse
    ) -> AttemptFailure<Failure> {
        let message = message.map(redacted)
        var words = message.map { ": \($0.oneLine(limit: 1000))" } ?? ""
        if words.hasSuffix(".") { words.removeLast() }
        let reason = "\(address.authority) answered \(status)\(words).\(hint.isEmpty ? "" : " \(hint)")"
        return failure(code, reason, traits, serverMessage: message).adding(head)
    }

    /// The failure when a successful response is incomplete.
    package func damaged(_ reason: String) -> AttemptFailure<Failure> {
        failure(
            .unavailable,
            "the answer of \(address) is cut off or damaged (\(redacted(reason).oneLine(limit: 200))).",
            FailureTraits(.transient, mayHaveBeenApplied: true))
    }

    // MARK: A response of another server

    /// The failure if another server, such as a proxy, has answered.
    ///
    /// - Parameter notFound: The code for a 404, which means that the service is missing and not what was asked for.
    package func foreign(
        _ head: HTTPResponse, isEmpty: Bool, notFound: Failure.Code = .unknown
    ) -> AttemptFailure<Failure> {
        let status = head.status.code
        let type = head.headerFields[.contentType].map { redacted($0).oneLine(limit: 60) }
        let content = isEmpty ? "without content" : (type ?? "without a content type")
        let code: Failure.Code =
            switch status {
            case 429, 502, 503, 504: .unavailable
            case 404: notFound
            default: .unknown
            }
        return failure(
            code,
            "\(address) is not \(Failure.service.server), or a proxy answers in its place: "
                + "it answered \(status) \(content). Check \(Failure.service.address).",
            FailureTraits(foreignStatus: status)
        ).adding(head)
    }
}
