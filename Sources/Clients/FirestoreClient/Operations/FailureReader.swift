import ClientCore
import FirestoreModel
import FirestoreREST
import HTTPTransport
import HTTPTypes
import JSONText

/// A failed attempt: the error for the caller, and what it says about trying again.
struct AttemptFailure: Error {
    let error: FirestoreError
    let traits: FailureTraits

    init(_ error: FirestoreError, _ traits: FailureTraits) {
        self.error = error
        self.traits = traits
    }
}

/// Tells from what came back, or did not, why an attempt failed; and says so in one line for people.
struct FailureReader {
    let call: Call
    let endpoint: FirestoreEndpoint
    let credentials: Credentials
    /// What was sent to identify the caller; taken out of what the server says, should it quote it.
    let authorization: String?

    private func failure(
        _ code: StatusCode, _ what: String, _ traits: FailureTraits, serverMessage: String? = nil,
        underlying: (any Error)? = nil
    ) -> AttemptFailure {
        AttemptFailure(
            FirestoreError(
                code, "\(call.subject) failed: \(what)", serverMessage: serverMessage,
                isRetryable: traits.persistence != .permanent, underlying: underlying),
            traits)
    }

    // MARK: No response

    func transport(_ error: HTTPTransportError) -> AttemptFailure {
        let detail = redacted(error.message).oneLine(limit: 200)
        let traits = FailureTraits(transport: error.kind)
        let (code, what): (StatusCode, String)
        switch error.kind {
        case .unreachable:
            (code, what) = (
                .unavailable,
                "no connection to \(endpoint) (\(detail)). Does a Firestore server listen there?"
            )
        case .connectionLost:
            (code, what) = (
                .unavailable,
                "the connection to \(endpoint) was lost before the answer was complete (\(detail))."
            )
        case .timedOut:
            (code, what) = (.deadlineExceeded, "no answer from \(endpoint) in time (\(detail)).")
        case .tlsFailed:
            (code, what) = (.unavailable, "no secure connection to \(endpoint) (\(detail)).")
        case .responseTooLarge:
            (code, what) = (
                .resourceExhausted,
                "the answer of \(endpoint) is too large (\(detail)). Ask for less at a time."
            )
        case .invalidRequest:
            (code, what) = (.invalidArgument, "the request to \(endpoint) cannot be sent (\(detail)).")
        case .cancelled:
            return AttemptFailure(.cancelled(call.subject, underlying: error), traits)
        case .other:
            (code, what) = (.unknown, "no answer from \(endpoint) (\(detail)).")
        }
        return failure(code, what, traits, underlying: error)
    }

    // MARK: A response that is an error

    func refusal(_ response: HTTPExchangeResponse) -> AttemptFailure {
        var failure =
            if let status = ErrorBody.decode(response.body, httpStatus: response.head.status.code) {
                refusal(status)
            } else {
                foreign(response)
            }
        if let decision = response.head.headerFields[.rulesDecision].flatMap({ Int($0) }) {
            failure = AttemptFailure(failure.error.explained(by: decision), failure.traits)
        }
        if let seconds = response.head.headerFields[.retryAfter].flatMap({ Int64($0) }), seconds >= 0 {
            var traits = failure.traits
            // Bounded only to keep the arithmetic safe; the policy gives up long before.
            traits.retryAfter = .seconds(min(seconds, 1_000_000))
            failure = AttemptFailure(failure.error, traits)
        }
        return failure
    }

    private func refusal(_ status: RPCStatus) -> AttemptFailure {
        var traits = FailureTraits(status: status.code)
        let isTooLarge =
            status.code == .resourceExhausted && call.body.count > FailureReader.emulatorBodyLimit
        if isTooLarge { traits.persistence = .permanent }
        let message = status.message.map(redacted)
        var words = message.map { ": " + $0.oneLine(limit: 1000) } ?? ""
        if words.hasSuffix(".") { words.removeLast() }
        let hint =
            isTooLarge
            ? "The request has \(call.body.count) bytes, which may be more than this server takes."
            : hint(status.code)
        return failure(
            status.code,
            "\(endpoint.authority) answered \(status.code.name)\(words).\(hint.isEmpty ? "" : " " + hint)",
            traits, serverMessage: message)
    }

    /// Google's emulator takes 4 MiB and answers RESOURCE_EXHAUSTED to more, however often it is asked.
    private static let emulatorBodyLimit = 4_194_304

    private func hint(_ code: StatusCode) -> String {
        switch code {
        case .permissionDenied: "The security rules do not allow it to \(credentials)."
        case .unauthenticated: "The credentials are not accepted; a token may have expired."
        case .notFound: call.isWrite ? "A document that must exist does not." : ""
        case .alreadyExists: "A document that must not exist does."
        case .failedPrecondition:
            call.isWrite ? "A document is not as the write requires; read it again." : ""
        case .aborted: "Others write to the same documents; try again."
        case .resourceExhausted: "A quota is used up; try again later."
        case .unavailable, .deadlineExceeded, .internal: "Try again later."
        case .ok, .cancelled, .unknown, .invalidArgument, .outOfRange, .unimplemented, .dataLoss: ""
        }
    }

    // MARK: A response that is not Firestore's

    func foreign(_ response: HTTPExchangeResponse) -> AttemptFailure {
        let status = response.head.status.code
        let type = response.head.headerFields[.contentType].map { $0.oneLine(limit: 60) }
        let content = response.body.isEmpty ? "without content" : (type ?? "without a content type")
        let code: StatusCode
        switch status {
        case 429, 502, 503, 504: code = .unavailable
        // Not `.notFound`: no document is missing, the whole service is.
        case 404: code = .unimplemented
        default: code = .unknown
        }
        return failure(
            code,
            "\(endpoint) is not a Firestore server, or something stands before it: "
                + "it answered \(status) \(content). Check host and port.",
            FailureTraits(foreignStatus: status))
    }

    /// Reads a response with a status of success whose body is not the expected answer.
    func unreadable(_ response: HTTPExchangeResponse) -> AttemptFailure {
        let ambiguous = FailureTraits(.permanent, mayHaveBeenApplied: true)
        let json: JSON
        do throws(JSONParser.Failure) {
            json = try JSONParser.parse(response.body)
        } catch {
            guard let first = response.body.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            else {
                return foreign(response)
            }
            return failure(
                .unavailable, "the answer of \(endpoint) is cut off or damaged (\(error)).",
                FailureTraits(.transient, mayHaveBeenApplied: true))
        }
        // Production can report a failure after the first results, as an element among them.
        let elements = json.array ?? [json]
        if let element = elements.first(where: { $0["error"] != nil }),
            let status = ErrorBody.decode(
                Array(element.compactText.utf8), httpStatus: response.head.status.code)
        {
            return refusal(status)
        }
        return failure(
            .unknown, "what \(endpoint) answered is JSON, but not an answer of Firestore.", ambiguous)
    }

    private func redacted(_ text: String) -> String {
        guard let token = authorization?.split(separator: " ").last, token.utf8.count >= 16,
            // Looking for a text takes its time, and most refusals are shorter than a token.
            text.utf8.count >= token.utf8.count
        else { return text }
        return text.replacing(token, with: "...")
    }
}
