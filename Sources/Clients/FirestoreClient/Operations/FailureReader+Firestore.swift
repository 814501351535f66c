import ClientCore
import FirestoreModel
import FirestoreREST
import HTTPTransport
import HTTPTypes
import JSONText

extension FailureReader<FirestoreError> {
    /// Reads the response of a failed call.
    func refusal(of call: Call, _ response: HTTPExchangeResponse) -> AttemptFailure<FirestoreError> {
        guard let status = ErrorBody.decode(response.body, httpStatus: response.head.status.code) else {
            return foreign(response)
        }
        return refusal(of: call, status, response.head)
    }

    private func refusal(
        of call: Call, _ status: RPCStatus, _ head: HTTPResponse
    ) -> AttemptFailure<FirestoreError> {
        var traits = FailureTraits(status: status.code)
        let isTooLarge = status.code == .resourceExhausted && call.body.count > Call.emulatorBodyLimit
        if isTooLarge { traits.persistence = .permanent }
        let hint =
            isTooLarge
            ? "The request has \(call.body.count) bytes, which may be more than this server accepts."
            : hint(status.code, isWrite: call.isWrite)
        var failure = refusal(
            status.code, status: status.code.name, message: status.message, hint: hint, traits, head)
        // The transaction has lost against others: only a new one can succeed.
        if call.isInTransaction, status.code == .aborted { failure.traits.persistence = .permanent }
        return failure
    }

    /// The failure that a stream of answers reports.
    func refusal(_ status: RPCStatus) -> AttemptFailure<FirestoreError> {
        var traits = FailureTraits(status: status.code)
        // Reading again does no harm.
        if status.code == .unknown || status.code == .cancelled || status.code == .internal {
            traits.persistence = .transient
        }
        return refusal(
            status.code, status: status.code.name, message: status.message,
            hint: hint(status.code, isWrite: false), traits, HTTPResponse(status: .ok))
    }

    private func hint(_ code: StatusCode, isWrite: Bool) -> String {
        switch code {
        case .permissionDenied: "The security rules do not allow it to \(credentials)."
        case .unauthenticated: "The credentials are not accepted; a token may have expired."
        case .notFound: isWrite ? "A document that must exist does not." : ""
        case .alreadyExists: "A document that must not exist does."
        case .failedPrecondition:
            isWrite ? "A document is not as the write requires; read it again." : ""
        case .aborted: "Others write to the same documents; try again."
        case .resourceExhausted: "A quota is used up; try again later."
        case .unavailable, .deadlineExceeded, .internal: "Try again later."
        case .ok, .cancelled, .unknown, .invalidArgument, .outOfRange, .unimplemented, .dataLoss: ""
        }
    }

    func foreign(_ response: HTTPExchangeResponse) -> AttemptFailure<FirestoreError> {
        foreign(response.head, isEmpty: response.body.isEmpty, notFound: .unimplemented)
    }

    /// Reads a successful response whose body is not the expected one.
    func unreadable(_ call: Call, _ response: HTTPExchangeResponse) -> AttemptFailure<FirestoreError> {
        let json: JSON
        do throws(JSONParser.Failure) {
            json = try JSONParser.parse(response.body)
        } catch {
            guard let first = response.body.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            else { return foreign(response) }
            return damaged("\(error)")
        }
        // Production can report a failure as an element after the first results.
        let elements = json.array ?? [json]
        if let element = elements.first(where: { $0["error"] != nil }),
            let status = ErrorBody.decode(
                Array(element.compactText.utf8), httpStatus: response.head.status.code)
        {
            return refusal(of: call, status, response.head)
        }
        return failure(
            .unknown, "the answer of \(address) is JSON, but not an answer of Firestore.",
            FailureTraits(.permanent, mayHaveBeenApplied: true))
    }
}

extension Call {
    /// Google's emulator accepts 4 MiB. It answers RESOURCE_EXHAUSTED to larger bodies, which retrying does not help.
    fileprivate static var emulatorBodyLimit: Int { 4_194_304 }
}
