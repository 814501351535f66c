import ClientCore
import HTTPTransport
import HTTPTypes
import JSONText

/// Tells from what came back, or did not, why an attempt failed; and says so in one line for people.
struct FailureReader {
    /// What is being done.
    let subject: String
    let address: HostAddress
    let credentials: Credentials
    /// What was sent to identify the caller; taken out of what the server says, should it quote it.
    let token: String?

    private func failure(
        _ code: DatabaseError.Code, _ what: String, _ traits: FailureTraits, serverMessage: String? = nil,
        underlying: (any Error)? = nil
    ) -> AttemptFailure {
        AttemptFailure(
            DatabaseError(
                code, "\(subject) failed: \(what)", serverMessage: serverMessage,
                isRetryable: traits.persistence != .permanent, underlying: underlying),
            traits)
    }

    // MARK: No response

    func transport(_ error: HTTPTransportError) -> AttemptFailure {
        let detail = redacted(error.message).oneLine(limit: 200)
        let traits = FailureTraits(transport: error.kind)
        // The transport's own error is left out where it could quote the URL, which holds the token of a user.
        let underlying = token == nil ? error : HTTPTransportError(error.kind, detail)
        let (code, what): (DatabaseError.Code, String) =
            switch error.kind {
            case .unreachable:
                (
                    .unavailable,
                    "no connection to \(address) (\(detail)). Is a Realtime Database served there?"
                )
            case .connectionLost:
                (
                    .unavailable,
                    "the connection to \(address) was lost before the answer was complete (\(detail))."
                )
            case .timedOut: (.deadlineExceeded, "no answer from \(address) in time (\(detail)).")
            case .tlsFailed: (.unavailable, "no secure connection to \(address) (\(detail)).")
            case .responseTooLarge:
                (
                    .resourceExhausted,
                    "the answer of \(address) is too large (\(detail)). Ask for less at a time."
                )
            case .invalidRequest:
                (.invalidArgument, "the request to \(address) cannot be sent (\(detail)).")
            case .cancelled: (.cancelled, "")
            case .other: (.unknown, "no answer from \(address) (\(detail)).")
            }
        if code == .cancelled {
            return AttemptFailure(.cancelled(subject, underlying: underlying), traits)
        }
        return failure(code, what, traits, underlying: underlying)
    }

    // MARK: A response that is an error

    func refusal(_ head: HTTPResponse, _ body: [UInt8]) -> AttemptFailure {
        guard let json = try? JSONParser.parse(body), let text = json["error"]?.string else {
            return foreign(head, isEmpty: body.isEmpty)
        }
        let words = redacted(text)
        let status = head.status.code
        let code = DatabaseError.Code(httpStatus: status, message: text)
        var traits = FailureTraits(databaseStatus: status)
        if let seconds = head.headerFields[.retryAfter].flatMap({ Int64($0) }), seconds >= 0 {
            // Bounded only to keep the arithmetic safe; the policy gives up long before.
            traits.retryAfter = .seconds(min(seconds, 1_000_000))
        }
        var line = words.oneLine(limit: 1000)
        if line.hasSuffix(".") { line.removeLast() }
        let hint = hint(code, json)
        let found = failure(
            code, "\(address.authority) answered \(status): \(line).\(hint.isEmpty ? "" : " " + hint)",
            traits, serverMessage: words)
        let decision = head.headerFields[.rulesDecision].flatMap { Int($0) }
        return AttemptFailure(found.error.explained(by: decision), found.traits)
    }

    private func hint(_ code: DatabaseError.Code, _ json: JSON) -> String {
        switch code {
        case .permissionDenied: "The security rules do not allow it to \(credentials)."
        case .unauthenticated: "The credentials are not accepted; a token may have expired."
        case .notFound:
            if let url = json["correctUrl"]?.string {
                "The database is at \(redacted(url).oneLine(limit: 200))."
            } else {
                "There is no such database; check its name and region."
            }
        case .indexNotDefined: "Add the index to the rules, or order by key."
        case .preconditionFailed: "Somebody else has changed it; read it again."
        case .resourceExhausted: "Ask for or write less at a time, or try again later."
        case .unavailable, .deadlineExceeded, .internal: "Try again later."
        case .invalidArgument, .cancelled, .unknown: ""
        }
    }

    /// A redirect that is not followed.
    func redirected(_ location: String?) -> AttemptFailure {
        let target = location.map { " to \(redacted($0).oneLine(limit: 200))" } ?? ""
        return failure(
            .unknown,
            "\(address) redirects\(target), which is not followed. Check the database's URL.",
            FailureTraits(.permanent, mayHaveBeenApplied: false))
    }

    // MARK: A response that is not the database's

    func foreign(_ head: HTTPResponse, isEmpty: Bool) -> AttemptFailure {
        let status = head.status.code
        let type = head.headerFields[.contentType].map { redacted($0).oneLine(limit: 60) }
        let content = isEmpty ? "without content" : (type ?? "without a content type")
        let code: DatabaseError.Code =
            switch status {
            case 429, 502, 503, 504: .unavailable
            default: .unknown
            }
        return failure(
            code,
            "\(address) is not a Realtime Database, or something stands before it: "
                + "it answered \(status) \(content). Check host, port and name.",
            FailureTraits(foreignStatus: status))
    }

    /// Reads a response with a status of success whose body is not the expected answer.
    func unreadable(_ response: HTTPExchangeResponse, _ reason: String) -> AttemptFailure {
        guard let first = response.body.first, !(first == UInt8(ascii: "<")) else {
            return foreign(response.head, isEmpty: response.body.isEmpty)
        }
        return failure(
            .unavailable,
            "the answer of \(address) is cut off or damaged (\(redacted(reason).oneLine(limit: 200))).",
            FailureTraits(.transient, mayHaveBeenApplied: true))
    }

    /// The text without the token.
    func redacted(_ text: String) -> String {
        // Short ones are no secrets, and part of many words.
        guard let token, token.utf8.count >= 16, text.utf8.count >= token.utf8.count else { return text }
        return text.replacing(token, with: "...").replacing(token.percentEncoded, with: "...")
    }
}
